/** Checks id_tokens of an OpenID Connect provider: who signed them, for whom, and until when. */
import type { JSONWebKeySet, JWTPayload } from 'jose'
import { isRecord } from '../../domain/json/records'
import { PeerError, requestJson } from './http-client'

export interface ExpectedToken {
  /** "" when there is no discovery document to tell it. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where the provider publishes its keys; "" when it names none. */
  readonly keysUrl: string
  /** Who the provider says has signed in. */
  readonly subject: string
  /** "" when none was sent. */
  readonly nonce: string
  readonly nowMs: number
}

const CLOCK_SKEW_SECONDS = 60
const BY_KEY = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'] as const),
]
const BY_SECRET = ['HS256', 'HS384', 'HS512']

/** Its claims. Throws `PeerError` unless it is signed by the provider and meant for this login. */
export async function checkIdToken(token: string, expected: ExpectedToken): Promise<JWTPayload> {
  try {
    const claims = await signedClaims(token, expected)
    checkClaims(claims, expected)
    return claims
  } catch (error) {
    throw error instanceof PeerError ? error : new PeerError('answer', error)
  }
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Sent at once; one that is older was saved. */
const LOGOUT_SECONDS = 300

/** Claims of a token that ends logins; none is believed unsigned. Throws `PeerError`. */
export async function checkLogoutToken(
  token: string,
  expected: Omit<ExpectedToken, 'subject' | 'nonce'>,
): Promise<JWTPayload> {
  if (expected.keysUrl === '' || expected.issuer === '') throw new PeerError('answer')
  const claims = await signedClaims(token, expected)
  const { iss, aud, iat, sub, sid, nonce, events } = claims
  const age = expected.nowMs / 1000 - (iat ?? 0)
  const isMeant =
    (Array.isArray(aud) ? aud : [aud]).includes(expected.clientId) &&
    iss === expected.issuer &&
    Math.abs(age) <= LOGOUT_SECONDS &&
    nonce === undefined &&
    (typeof sub === 'string' || typeof sid === 'string') &&
    isRecord(events) &&
    isRecord(events[LOGOUT_EVENT])
  if (!isMeant) throw new PeerError('answer', new Error('the logout_token is not for this client'))
  return claims
}

/**
 * Of a provider that publishes no keys the claims are believed, because they came from the token
 * endpoint itself, over TLS (OpenID Connect Core 3.1.3.7).
 */
async function signedClaims(
  token: string,
  expected: Pick<ExpectedToken, 'clientSecret' | 'keysUrl' | 'nowMs'>,
): Promise<JWTPayload> {
  const jose = await import('jose')
  const { clientSecret, keysUrl, nowMs } = expected
  const rules = { clockTolerance: CLOCK_SKEW_SECONDS, currentDate: new Date(nowMs) }
  const { alg = '' } = jose.decodeProtectedHeader(token)
  if (BY_SECRET.includes(alg)) {
    const secret = new TextEncoder().encode(clientSecret)
    return (await jose.jwtVerify(token, secret, { ...rules, algorithms: BY_SECRET })).payload
  }
  if (keysUrl === '') return jose.decodeJwt(token)
  // Read for every login: keys rotate, and logins are few.
  const keys: unknown = await requestJson({ url: keysUrl })
  const found = jose.createLocalJWKSet(keys as JSONWebKeySet)
  return (await jose.jwtVerify(token, found, { ...rules, algorithms: BY_KEY })).payload
}

function checkClaims(claims: JWTPayload, expected: ExpectedToken): void {
  const { iss, aud, azp, exp, nonce, sub } = claims
  const audience = Array.isArray(aud) ? aud : [aud]
  const isMeant =
    audience.includes(expected.clientId) &&
    (audience.length === 1 || azp === expected.clientId) &&
    sub === expected.subject &&
    typeof exp === 'number' &&
    exp > expected.nowMs / 1000 - CLOCK_SKEW_SECONDS &&
    (expected.issuer === '' || iss === expected.issuer) &&
    (expected.nonce === '' || nonce === expected.nonce)
  if (!isMeant) throw new Error('the id_token is not for this login')
}
