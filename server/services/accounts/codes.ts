/**
 * Codes that prove an address: hashed under the server's key, bound to their purpose and
 * user, good for one use, a few tries and a short while.
 */
import {
  type CodeOwner,
  codeTimesSince,
  consumeCode,
  insertCode,
  newestCode,
  removeCodesExpiredBy,
  takeAttempt,
} from '../../../db/tables/verification-codes'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { SYSTEM_ACTOR } from '../service-deps'
import { transact, type Work } from '../work'

export type CodePurpose = 'register' | 'bind_email' | 'reset_password'

export interface CodeSubject extends CodeOwner {
  readonly purpose: CodePurpose
  /** Who the code is for, when that is known. */
  readonly userId?: number | undefined
}

const MAX_ATTEMPTS = 5
const RESEND_WAIT_MS = 30_000
const HOUR_MS = 3_600_000
const MAX_PER_HOUR = 10
/** Expired codes still count for the hourly limit. */
const KEPT_AFTER_EXPIRY_MS = HOUR_MS
const DIGITS = '0123456789'
const CODE_LENGTH = 6

export function drawCode({ random }: Pick<ServiceDeps, 'random'>): string {
  return random.text(CODE_LENGTH, DIGITS)
}

/** Stores a code; it replaces every older one of its owner. Throws `code.resend_wait`. */
export async function issueCode(
  work: Work,
  subject: CodeSubject,
  code: { readonly text: string; readonly validMinutes: number },
): Promise<void> {
  const nowMs = work.clock.nowMs()
  const recent = await codeTimesSince(work.trx, subject, nowMs - HOUR_MS)
  const waitMs = waitAfter(recent, nowMs)
  if (waitMs > 0) {
    throw new GatewayError('code.resend_wait', { seconds: Math.ceil(waitMs / 1000) })
  }
  await insertCode(work.trx, {
    ...subject,
    hash: work.sealer.keyedHash(codeText(subject, code.text)),
    nowMs,
    expiresAt: nowMs + code.validMinutes * 60_000,
  })
}

function waitAfter(recentMs: readonly number[], nowMs: number): number {
  const [newest] = recentMs
  const oldest = recentMs[MAX_PER_HOUR - 1]
  const short = newest === undefined ? 0 : newest + RESEND_WAIT_MS - nowMs
  const long = oldest === undefined ? 0 : oldest + HOUR_MS - nowMs
  return Math.max(short, long)
}

/**
 * Tries a code and returns its id, to be spent with what it allows. A wrong try counts for
 * good, so it has a transaction of its own. Throws `code.wrong` or `code.too_many_attempts`.
 */
export async function tryCode(
  deps: ServiceDeps,
  subject: CodeSubject,
  text: string,
): Promise<number> {
  const outcome = await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
    const code = await newestCode(trx, subject)
    if (code === undefined || code.used_at !== null || code.expires_at <= deps.clock.nowMs()) {
      return 'code.wrong'
    }
    if ((code.user_id ?? undefined) !== subject.userId) return 'code.wrong'
    if (!(await takeAttempt(trx, code.id, MAX_ATTEMPTS))) return 'code.too_many_attempts'
    const isRight = deps.sealer.isHashOf(codeText(subject, text), code.code_hash)
    return isRight ? code.id : 'code.wrong'
  })
  if (typeof outcome === 'string') throw new GatewayError(outcome)
  return outcome
}

/** Uses a tried code up in the caller's transaction. Throws `code.wrong` if another was first. */
export async function spendCode({ trx, clock }: Work, id: number): Promise<void> {
  if (!(await consumeCode(trx, id, clock.nowMs()))) throw new GatewayError('code.wrong')
}

/** Stored under the server's key, so comparing its hashes reveals nothing about a code. */
export function codeText({ purpose, subject }: CodeOwner, text: string): string {
  return `${purpose}\n${subject}\n${text.trim()}`
}

/** Removes codes that are of no more use. Returns how many. */
export async function purgeCodes(deps: ServiceDeps, actor: Actor): Promise<number> {
  const untilMs = deps.clock.nowMs() - KEPT_AFTER_EXPIRY_MS
  return await transact(deps, actor, async ({ trx }) => await removeCodesExpiredBy(trx, untilMs))
}
