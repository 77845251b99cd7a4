/**
 * What ties a sign-in at another service to the browser that began it. The facts travel sealed
 * in a cookie of that browser; the database only remembers that a state was not used yet.
 */
import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { consumeCode, insertCode, newestCode } from '../../../db/tables/verification-codes'
import { DEFAULT_ACCOUNT_SETTINGS } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { ALPHANUMERIC } from '../../random'
import { optionValues } from '../options/current'
import { openSecret } from '../options/secret'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { loginFailure } from './http-client'
import type { Departure, OauthProvider, ProviderPlace } from './provider'
import { oauthProvider } from './providers'

const STATE_VALID_MS = 10 * 60_000
const STATE_LENGTH = 32
/** RFC 7636 asks for 43 to 128 characters. */
const VERIFIER_LENGTH = 64
const PURPOSE = 'oauth_state'

const Facts = Type.Object({
  state: Type.String(),
  codeVerifier: Type.String(),
  nonce: Type.String(),
  /** "" when the front end makes the link by itself, to any provider. */
  provider: Type.String(),
  /** Who began; 0 for nobody. */
  userId: Type.Integer(),
  affCode: Type.String(),
  /** `renew` makes the login of who began count as recent, and never binds anything. */
  purpose: Type.Union([Type.Literal('enter'), Type.Literal('renew')]),
})

type StateFacts = typeof Facts.static

export type LoginPurpose = StateFacts['purpose']

export interface StateRequest {
  /** "" for a front end that makes the link by itself. */
  readonly provider: string
  readonly affCode: string
  readonly purpose: LoginPurpose
}

export interface IssuedState {
  readonly state: string
  /** For a cookie of the browser that asks; HttpOnly. */
  readonly sealed: string
  /** Where to send the browser, "" without a provider. */
  readonly authorizeUrl: string
}

/**
 * Throws `login.method_closed` for a provider that is unknown or off, `session.missing` when
 * nobody has a login to renew.
 */
export async function issueState(
  deps: ServiceDeps,
  actor: Actor,
  { provider: name, affCode, purpose }: StateRequest,
): Promise<IssuedState> {
  if (purpose === 'renew' && actor.id === 0) throw new GatewayError('session.missing')
  const place = await providerPlace(deps)
  const provider = name === '' ? undefined : await openProvider(deps, place, name)
  const secrets = {
    state: deps.random.text(STATE_LENGTH, ALPHANUMERIC),
    codeVerifier: deps.random.text(VERIFIER_LENGTH, ALPHANUMERIC),
    nonce: deps.random.text(STATE_LENGTH, ALPHANUMERIC),
  }
  const departure = { ...secrets, isRenewal: purpose === 'renew' }
  const link = await provider?.authorizationUrl(place, departure).catch((error) => {
    throw loginFailure(provider.title, error)
  })
  await transact(deps, actor, ({ trx }) =>
    insertCode(trx, {
      purpose: PURPOSE,
      subject: subjectOf(departure.state),
      hash: '',
      nowMs: place.nowMs,
      expiresAt: place.nowMs + STATE_VALID_MS,
    }),
  )
  const facts: StateFacts = { ...secrets, provider: name, userId: actor.id, affCode, purpose }
  const sealed = deps.sealer.seal(JSON.stringify(facts), PURPOSE)
  return { state: departure.state, sealed, authorizeUrl: link?.href ?? '' }
}

export interface ReturnedState {
  readonly provider: string
  readonly state: string
  /** The cookie; "" for none. */
  readonly sealed: string
}

export interface RedeemedState {
  /** Absent when the front end made the link by itself. */
  readonly departure: Departure | undefined
  readonly affCode: string
  readonly purpose: LoginPurpose
}

/** Uses a state up. Throws `oauth.state_mismatch` unless all of it belongs together. */
export async function redeemState(
  deps: ServiceDeps,
  actor: Actor,
  returned: ReturnedState,
): Promise<RedeemedState> {
  const facts = openFacts(deps, returned.sealed)
  const belongs =
    facts.state === returned.state &&
    facts.userId === actor.id &&
    (facts.provider === '' || facts.provider === returned.provider)
  const isFirst = belongs && (await consumeState(deps, actor, facts.state))
  if (!isFirst) throw new GatewayError('oauth.state_mismatch')
  const { affCode, purpose, provider } = facts
  const departure = provider === '' ? undefined : { ...facts, isRenewal: purpose === 'renew' }
  return { departure, affCode, purpose }
}

async function consumeState(deps: ServiceDeps, actor: Actor, state: string): Promise<boolean> {
  return await transact(deps, actor, async ({ trx, clock }) => {
    const row = await newestCode(trx, { purpose: PURPOSE, subject: subjectOf(state) })
    return row !== undefined && (await consumeCode(trx, row.id, clock.nowMs()))
  })
}

/** States are long and random, so their plain hash cannot be reversed. */
function subjectOf(state: string): string {
  return createHash('sha256').update(state).digest('hex')
}

function openFacts({ sealer }: ServiceDeps, sealed: string): StateFacts {
  try {
    const facts: unknown = JSON.parse(sealer.open(sealed, PURPOSE))
    if (Value.Check(Facts, facts)) return facts
  } catch (cause) {
    throw new GatewayError('oauth.state_mismatch', {}, { cause })
  }
  throw new GatewayError('oauth.state_mismatch')
}

export async function providerPlace(deps: ServiceDeps): Promise<ProviderPlace> {
  return {
    options: await optionValues(deps.db.reader),
    accounts: deps.accounts ?? DEFAULT_ACCOUNT_SETTINGS,
    nowMs: deps.clock.nowMs(),
    reveal: (stored) => openSecret(deps.sealer, stored),
  }
}

/** Throws `login.method_closed` for a name that is unknown or off. */
export async function openProvider(
  { db }: Pick<ServiceDeps, 'db'>,
  { options }: ProviderPlace,
  name: string,
): Promise<OauthProvider> {
  const provider = await oauthProvider(db.reader, options, name)
  if (provider?.isOpen(options) !== true) {
    throw new GatewayError('login.method_closed', { method: provider?.title ?? name })
  }
  return provider
}
