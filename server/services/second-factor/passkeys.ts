/** Passkeys as the own second factor: adding one, naming it and taking it off. */
import type { AuthenticatorTransport, RegistrationResponseJSON } from '@simplewebauthn/server'
import {
  deleteSecondFactors,
  findPasskey,
  insertSecondFactor,
  renamePasskey,
  type SecondFactorRow,
  secondFactorsOf,
} from '../../../db/tables/second-factors'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import { transact } from '../work'
import { issueChallenge, spendChallenge } from './challenges'
import { factorAdded, removeFactors } from './changes'
import { requireSpare } from './policy'
import { newRecoveryCodes } from './recovery-codes'
import { hostOf, refusedAs } from './relying-party'

const MAX_PASSKEYS = 20
const MAX_NAME = 50

export interface PageOrigin {
  /** Of the page: `https://gateway.example.com`. */
  readonly origin: string
}

/** Throws `passkey.closed` where the settings do not offer passkeys. */
export async function requirePasskeys(deps: ServiceDeps): Promise<void> {
  const { PasskeyLoginEnabled } = await optionValues(deps.db.reader)
  if (!PasskeyLoginEnabled) throw new GatewayError('passkey.closed')
}

/**
 * What `navigator.credentials.create` is given. Throws `passkey.too_many` and what
 * `confirmIdentity` throws.
 */
export async function beginPasskey(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, origin }: PageOrigin & { readonly viewer: Viewer },
) {
  await requirePasskeys(deps)
  await confirmIdentity(deps, { viewer })
  const { id: userId, username, display_name } = viewer.user
  const { SystemName: rpName } = await optionValues(deps.db.reader)
  const own = await passkeysOf(deps, userId)
  if (own.length >= MAX_PASSKEYS) throw new GatewayError('passkey.too_many', { max: MAX_PASSKEYS })
  const { generateRegistrationOptions } = await import('@simplewebauthn/server')
  const challenge = await issueChallenge(deps, actor, { use: 'register', userId })
  return await generateRegistrationOptions({
    rpName,
    rpID: hostOf(origin),
    // Reveals to a program nothing of whose it is.
    userID: new Uint8Array(Buffer.from(deps.sealer.keyedHash(`passkey of ${userId}`), 'hex')),
    userName: username,
    userDisplayName: display_name || username,
    challenge,
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

export interface MadePasskey extends PageOrigin {
  readonly viewer: Viewer
  readonly response: RegistrationResponseJSON
  readonly name: string
}

/**
 * Stores what the browser has made. Returns recovery codes, shown this once; none when the user
 * has some from before. Throws `passkey.refused`.
 */
export async function addPasskey(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, response, name: given, origin }: MadePasskey,
): Promise<readonly string[]> {
  await requirePasskeys(deps)
  const name = nameOf(given)
  const { id: userId } = viewer.user
  const { clientDataJSON } = response.response
  const challenge = await spendChallenge(deps, actor, { use: 'register', userId, clientDataJSON })
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await refusedAs(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: false,
    }),
  )
  if (!verified.verified) throw new GatewayError('passkey.refused')
  const { credential } = verified.registrationInfo
  return await transact(deps, actor, async (work) => {
    if (await findPasskey(work.trx, credential.id)) throw new GatewayError('passkey.refused')
    const before = await secondFactorsOf(work.trx, userId)
    await insertSecondFactor(work.trx, {
      user_id: userId,
      kind: 'passkey',
      name,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey).toString('base64url'),
      transports: JSON.stringify(credential.transports ?? []),
      sign_count: credential.counter,
      active: 1,
      created_at: work.clock.nowMs(),
      last_used_at: null,
    })
    const isFirst = !before.some(({ active }) => active === 1)
    // An app that was begun and not confirmed has shown codes that go now.
    if (isFirst) await deleteSecondFactors(work.trx, { userId, isActive: false })
    await factorAdded(work, viewer, { kind: 'passkey', name })
    return isFirst ? await newRecoveryCodes(work, userId) : []
  })
}

/** Throws `passkey.not_found` and `value.too_long`. */
export async function namePasskey(
  deps: ServiceDeps,
  actor: Actor,
  { id, name: given }: { readonly id: number; readonly name: string },
): Promise<void> {
  const name = nameOf(given)
  await transact(deps, actor, async ({ trx }) => {
    if (!(await renamePasskey(trx, { id, userId: actor.id, name }))) {
      throw new GatewayError('passkey.not_found')
    }
  })
}

/** One, or all. Throws `passkey.not_found`, `second_factor.required`, `session.factor_needed`. */
export async function removePasskeys(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, id }: { readonly viewer: Viewer; readonly id?: number },
): Promise<void> {
  const { user } = viewer
  const spared = { kind: 'passkey', id } as const
  await requireSpare(deps, user, spared)
  await confirmIdentity(deps, { viewer })
  await transact(deps, actor, (work) => removeFactors(work, { userId: user.id, ...spared }))
}

export interface StoredPasskey {
  /** base64url. */
  readonly id: string
  readonly transports: AuthenticatorTransport[]
  readonly row: SecondFactorRow
}

export async function passkeysOf(deps: ServiceDeps, userId: number): Promise<StoredPasskey[]> {
  const factors = await secondFactorsOf(deps.db.reader, userId)
  return factors.flatMap((row) =>
    row.credential_id === null
      ? []
      : [{ id: row.credential_id, transports: JSON.parse(row.transports), row }],
  )
}

function nameOf(given: string): string {
  const name = visibleLine('name', given.trim())
  if ([...name].length > MAX_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  }
  return name
}
