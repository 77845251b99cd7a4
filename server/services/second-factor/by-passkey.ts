/** Logging in by a passkey, alone or after the password, and proving it once more. */
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import {
  findPasskey,
  notePasskeyUse,
  type SecondFactorRow,
} from '../../../db/tables/second-factors'
import { findUser } from '../../../db/tables/users'
import { refuseBanned } from '../../domain/accounts/bans'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import type { Viewer } from '../sessions/identify'
import type { SignedIn } from '../sessions/login'
import { transact } from '../work'
import { type ChallengeUse, issueChallenge, spendChallenge } from './challenges'
import { factorProved } from './changes'
import { enterProved, pendingUser, type SecondStep } from './login'
import { type PageOrigin, passkeysOf, requirePasskeys } from './passkeys'
import { hostOf, refusedAs } from './relying-party'

export interface Signed extends PageOrigin {
  readonly response: AuthenticationResponseJSON
}

/** What `navigator.credentials.get` is given, of whoever is there. */
export async function beginPasskeyLogin(
  deps: ServiceDeps,
  actor: Actor,
  { origin, sessionId }: PageOrigin & Pick<SecondStep, 'sessionId'>,
) {
  const user = await pendingOrNobody(deps, sessionId)
  if (user === undefined) await requirePasskeys(deps)
  return await optionsFor(deps, actor, { origin, use: 'login', userId: user?.id })
}

/**
 * Alone a passkey has to know its owner, by a finger or a PIN; after the password it need not.
 * Throws `passkey.refused` and `user.banned`.
 */
export async function logInByPasskey(
  deps: ServiceDeps,
  actor: Actor,
  { step, ...signed }: Signed & { readonly step: SecondStep },
): Promise<SignedIn> {
  const pending = await pendingOrNobody(deps, step.sessionId)
  // Whoever has one as second factor can use it as that, whatever the settings offer.
  if (pending === undefined) await requirePasskeys(deps)
  const use = { use: 'login', userId: pending?.id } as const
  const passkey = await verified(deps, actor, { ...signed, ...use })
  const user = await findUser(deps.db.reader, passkey.user_id)
  if (user === undefined || user.deleted_at !== null) throw new GatewayError('passkey.refused')
  refuseBanned(user)
  return await enterProved(deps, actor, { user, step })
}

/** For whoever is logged in. Throws `passkey.not_found`. */
export async function beginPasskeyProof(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, origin }: PageOrigin & { readonly viewer: Viewer },
) {
  return await optionsFor(deps, actor, { origin, use: 'verify', userId: viewer.user.id })
}

/** Makes the second factor of the own session fresh. Throws `passkey.refused`. */
export async function verifyByPasskey(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, ...signed }: Signed & { readonly viewer: Viewer },
): Promise<void> {
  await verified(deps, actor, { ...signed, use: 'verify', userId: viewer.user.id })
  await transact(deps, actor, (work) => factorProved(work, viewer.sessionKey))
}

async function pendingOrNobody(deps: ServiceDeps, sessionId: string | undefined) {
  return await pendingUser(deps, sessionId).catch((error) => {
    if (error instanceof GatewayError && error.id === 'login.pending_over') return undefined
    throw error
  })
}

async function optionsFor(
  deps: ServiceDeps,
  actor: Actor,
  { origin, use, userId }: PageOrigin & ChallengeUse,
) {
  const own = userId === undefined ? [] : await passkeysOf(deps, userId)
  if (userId !== undefined && own.length === 0) throw new GatewayError('passkey.not_found')
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server')
  return await generateAuthenticationOptions({
    rpID: hostOf(origin),
    challenge: await issueChallenge(deps, actor, { use, userId }),
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
    userVerification: userId === undefined ? 'required' : 'preferred',
  })
}

/** Throws `passkey.refused` for a passkey of nobody or of somebody else. */
async function verified(
  deps: ServiceDeps,
  actor: Actor,
  { response, origin, use, userId }: Signed & ChallengeUse,
): Promise<SecondFactorRow> {
  const { clientDataJSON } = response.response
  const challenge = await spendChallenge(deps, actor, { use, userId, clientDataJSON })
  const passkey = await findPasskey(deps.db.reader, response.id)
  const isOwn = userId === undefined || passkey?.user_id === userId
  if (passkey === undefined || !isOwn) throw new GatewayError('passkey.refused')
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { verified: isGood, authenticationInfo } = await refusedAs(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: userId === undefined,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.sign_count,
      },
    }),
  )
  if (!isGood) throw new GatewayError('passkey.refused')
  await transact(deps, actor, ({ trx, clock }) =>
    notePasskeyUse(trx, passkey.id, {
      signCount: authenticationInfo.newCounter,
      nowMs: clock.nowMs(),
    }),
  )
  return passkey
}
