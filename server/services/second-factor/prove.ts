/** Proving a second factor by a code of an app or by a recovery code. */
import {
  type SecondFactorRow,
  secondFactorsOf,
  takeTotpStep,
} from '../../../db/tables/second-factors'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { WindowRule } from '../limiter/window'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { spendRecoveryCode } from './recovery-codes'
import { stepOfCode } from './totp'

export const TOTP_PURPOSE = 'totp secret'

const MINUTE_MS = 60_000
/** Of one user, wherever the guesses come from. */
const WRONG_CODES: WindowRule = { count: 5, windowMs: 15 * MINUTE_MS }

export interface GivenCode {
  readonly userId: number
  /** Six digits of an app, or a recovery code. */
  readonly code: string
}

/**
 * Takes a code, which is good once. A guess counts before it is checked. Throws
 * `second_factor.code_wrong`, or `login.locked` after too many wrong ones.
 */
export async function proveByCode(
  deps: ServiceDeps,
  actor: Actor,
  { userId, code: typed }: GivenCode,
): Promise<void> {
  const code = typed.replaceAll(/[\s-]/g, '')
  const guess = await deps.guesses.take(`second factor of ${userId}`, WRONG_CODES)
  if (!guess.ok) {
    throw new GatewayError('login.locked', { minutes: Math.ceil(guess.retryMs / MINUTE_MS) })
  }
  const isRight = await transact(deps, actor, (work) => taken(work, userId, code))
  if (!isRight) {
    await transact(deps, actor, (work) =>
      recordAudit(work, { action: 'second_factor.refused', target: `user:${userId}` }),
    )
    throw new GatewayError('second_factor.code_wrong')
  }
  await guess.giveBack()
}

async function taken(work: Work, userId: number, code: string): Promise<boolean> {
  const factors = await secondFactorsOf(work.trx, userId)
  const app = factors.find(({ kind, active }) => kind === 'totp' && active === 1)
  if (app !== undefined && (await takeAppCode(work, app, code))) return true
  if (!factors.some(({ active }) => active === 1)) return false
  if (!(await spendRecoveryCode(work, userId, code))) return false
  await recordAudit(work, { action: 'second_factor.recover', target: `user:${userId}` })
  return true
}

/** False for a code that is wrong or was taken before. The first one makes the app count. */
export async function takeAppCode(
  { trx, sealer, clock }: Work,
  { id, secret_sealed }: SecondFactorRow,
  code: string,
): Promise<boolean> {
  const nowMs = clock.nowMs()
  const step = stepOfCode(sealer.open(secret_sealed, TOTP_PURPOSE), code, nowMs)
  return step !== undefined && (await takeTotpStep(trx, id, { step, nowMs }))
}
