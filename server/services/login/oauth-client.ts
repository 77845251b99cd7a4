/**
 * The authorization code flow by arctic. It is loaded on first use: it knows sixty providers,
 * and no other command needs one.
 */
import type { OAuth2Tokens } from 'arctic'
import { PeerError, TIMEOUT_MS } from './http-client'
import type { Departure } from './provider'

export interface OauthClient {
  readonly clientId: string
  readonly secret: string
  /** Without one the provider takes the address it has on record. */
  readonly redirect: string | undefined
}

export interface AuthorizationLink {
  readonly endpoint: string
  readonly scopes: readonly string[]
  readonly departure: Departure
}

async function open({ clientId, secret, redirect }: OauthClient) {
  const arctic = await import('arctic')
  return { arctic, client: new arctic.OAuth2Client(clientId, secret, redirect ?? null) }
}

/** With a proof key; providers that know none ignore it. Throws `PeerError` for a bad address. */
export async function authorizationUrl(
  which: OauthClient,
  { endpoint, scopes, departure }: AuthorizationLink,
): Promise<URL> {
  if (!URL.canParse(endpoint)) throw new PeerError('answer', new Error('no address to log in at'))
  const { arctic, client } = await open(which)
  return client.createAuthorizationURLWithPKCE(
    endpoint,
    departure.state,
    arctic.CodeChallengeMethod.S256,
    departure.codeVerifier,
    [...scopes],
  )
}

export interface CodeExchange {
  readonly endpoint: string
  readonly code: string
  /** Absent when the browser left without a proof key. */
  readonly departure: Departure | undefined
}

/** Throws `PeerError`. */
export async function exchangeCode(
  which: OauthClient,
  { endpoint, code, departure }: CodeExchange,
): Promise<OAuth2Tokens> {
  if (!URL.canParse(endpoint)) throw new PeerError('answer', new Error('no token address'))
  const { arctic, client } = await open(which)
  const verifier = departure?.codeVerifier ?? null
  try {
    return await soon(client.validateAuthorizationCode(endpoint, code, verifier))
  } catch (error) {
    if (error instanceof PeerError) throw error
    if (error instanceof arctic.ArcticFetchError) throw new PeerError('unreachable', error)
    throw new PeerError(error instanceof arctic.OAuth2RequestError ? 'refused' : 'answer', error)
  }
}

/** The bearer header of what was exchanged. GitHub answers its refusals with status 200. */
export function bearerOf(tokens: OAuth2Tokens): string {
  if ('error' in tokens.data) throw new PeerError('refused')
  if (!('access_token' in tokens.data)) throw new PeerError('answer')
  return `Bearer ${tokens.accessToken()}`
}

/** The id_token, which is not checked yet. Throws `PeerError` when there is none. */
export function idTokenOf(tokens: OAuth2Tokens): string {
  try {
    return tokens.idToken()
  } catch (error) {
    throw new PeerError('answer', error)
  }
}

/** arctic's calls have no time limit of their own; one that is late is left to end alone. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const expiry = Promise.withResolvers<never>()
  const timer = setTimeout(() => expiry.reject(new PeerError('unreachable')), TIMEOUT_MS)
  try {
    return await Promise.race([work, expiry.promise])
  } finally {
    clearTimeout(timer)
  }
}
