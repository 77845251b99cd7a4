/** An authenticator app as the own second factor: adding it, and taking it off. */
import {
  deleteSecondFactors,
  insertSecondFactor,
  secondFactorsOf,
} from '../../../db/tables/second-factors'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import { transact } from '../work'
import { factorAdded, removeFactors } from './changes'
import { requireSpare } from './policy'
import { proveByCode, TOTP_PURPOSE, takeAppCode } from './prove'
import { newRecoveryCodes } from './recovery-codes'
import { newTotpSecret, totpUri } from './totp'

export interface BegunApp {
  /** Base32, for apps that cannot scan. */
  readonly secret: string
  /** `otpauth://…` */
  readonly uri: string
  /** Shown this once; empty when the user has some from before. */
  readonly recoveryCodes: readonly string[]
}

export interface CodeOfViewer {
  readonly viewer: Viewer
  /** As it was typed. */
  readonly code: string
}

/**
 * Makes a secret, which counts once `enableApp` has seen a code of it. Throws
 * `second_factor.exists`, and what `confirmIdentity` throws.
 */
export async function beginApp(deps: ServiceDeps, actor: Actor, viewer: Viewer): Promise<BegunApp> {
  await confirmIdentity(deps, { viewer })
  const { id: userId, username } = viewer.user
  const { SystemName: issuer } = await optionValues(deps.db.reader)
  const secret = newTotpSecret(deps.random)
  return await transact(deps, actor, async (work) => {
    const active = (await secondFactorsOf(work.trx, userId)).filter((factor) => factor.active === 1)
    if (active.some(({ kind }) => kind === 'totp')) throw new GatewayError('second_factor.exists')
    await deleteSecondFactors(work.trx, { userId, kind: 'totp' })
    await insertSecondFactor(work.trx, {
      user_id: userId,
      kind: 'totp',
      name: '',
      secret_sealed: work.sealer.seal(secret, TOTP_PURPOSE),
      credential_id: null,
      active: 0,
      created_at: work.clock.nowMs(),
      last_used_at: null,
    })
    const recoveryCodes = active.length > 0 ? [] : await newRecoveryCodes(work, userId)
    return { secret, uri: totpUri(secret, { issuer, username }), recoveryCodes }
  })
}

/** The first code of the app. Throws `second_factor.not_begun` and `second_factor.code_wrong`. */
export async function enableApp(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, code }: CodeOfViewer,
): Promise<void> {
  const { id: userId } = viewer.user
  await transact(deps, actor, async (work) => {
    const app = (await secondFactorsOf(work.trx, userId)).find(({ kind }) => kind === 'totp')
    if (app === undefined) throw new GatewayError('second_factor.not_begun')
    if (app.active === 1) throw new GatewayError('second_factor.exists')
    if (!(await takeAppCode(work, app, code.replaceAll(/\s/g, '')))) {
      throw new GatewayError('second_factor.code_wrong')
    }
    await factorAdded(work, viewer, { kind: 'totp' })
  })
}

/** Throws `second_factor.none`, `second_factor.required` and what `proveByCode` throws. */
export async function disableApp(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, code }: CodeOfViewer,
): Promise<void> {
  const { user } = viewer
  await requireSpare(deps, user, { kind: 'totp' })
  await proveByCode(deps, actor, { userId: user.id, code })
  await transact(deps, actor, (work) => removeFactors(work, { userId: user.id, kind: 'totp' }))
}

/** Ten new ones. Throws what `proveByCode` throws. */
export async function renewRecoveryCodes(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, code }: CodeOfViewer,
): Promise<readonly string[]> {
  const { id: userId } = viewer.user
  if (viewer.secondFactor === 'none') throw new GatewayError('second_factor.none')
  // Whoever has passkeys alone has no code to type, and has just proved one of them.
  if (viewer.secondFactor !== 'fresh' || code !== '') {
    await proveByCode(deps, actor, { userId, code })
  }
  return await transact(deps, actor, async (work) => {
    await recordAudit(work, { action: 'second_factor.codes', target: `user:${userId}` })
    return await newRecoveryCodes(work, userId)
  })
}
