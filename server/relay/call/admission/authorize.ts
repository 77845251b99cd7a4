/** Who may call: credential, token state, owner state, address, group, model, pinned channel. */

import { refuseBanned } from '../../../domain/accounts/bans'
import { isAdmin } from '../../../domain/accounts/roles'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { isFrozen, TOKEN_STATUS } from '../../../domain/status'
import type { Protocol } from '../../formats/protocols/protocol'
import type { Caller, Directory, UserRecord } from '../../ports/ports'
import type { TokenRecord } from '../../ports/token-record'

export interface Credential {
  /** Without `sk-` and without the pin. */
  readonly key: string
  /** Channel id text after the key's first dash; `undefined` when there is none. */
  readonly pin: string | undefined
}

type KeyPlaces = Pick<Protocol, 'keyHeaders' | 'queryKey'>

/**
 * Reads the client's key. A WebSocket subprotocol wins over everything, then the headers of the
 * client's own protocol, then the address where the protocol has it so, then Authorization, then
 * mj-api-secret.
 */
export function readCredential(
  headers: Headers,
  places: KeyPlaces,
  address: () => URL,
): Credential {
  return splitCredential(credentialText(headers, places, address))
}

/** The same as it was sent: a key, or what stands for one. */
export function credentialText(
  headers: Headers,
  { keyHeaders, queryKey }: KeyPlaces,
  address: () => URL,
): string {
  const authorization = headers.get('authorization') ?? ''
  const isPlaceholder = authorization === '' || authorization === 'midjourney-proxy'
  const text =
    socketKey(headers.get('sec-websocket-protocol')) ||
    firstOf(headers, keyHeaders) ||
    (queryKey && address().searchParams.get(queryKey)) ||
    (isPlaceholder ? (headers.get('mj-api-secret') ?? '') : authorization)
  return withoutBearer(text.trim())
}

function withoutBearer(text: string): string {
  return /^bearer\s/i.test(text) ? text.slice(7).trim() : text
}

function firstOf(headers: Headers, names: readonly string[]): string {
  for (const name of names) {
    const value = headers.get(name)
    if (value) return value
  }
  return ''
}

/** A key and the channel that it may name. */
export function splitCredential(text: string): Credential {
  const bare = text.startsWith('sk-') ? text.slice(3) : text
  const dash = bare.indexOf('-')
  if (dash < 0) return { key: bare, pin: undefined }
  return { key: bare.slice(0, dash), pin: bare.slice(dash + 1).split('-')[0] || undefined }
}

function socketKey(protocols: string | null): string {
  if (protocols === null || protocols === '') return ''
  const named = protocols
    .split(',')
    .map((part) => part.trim())
    .find((part) => part.startsWith('openai-insecure-api-key'))
  return named === undefined ? protocols : named.replace('openai-insecure-api-key.', '')
}

/** Somebody who is signed in, and calls without a key. */
export interface Person {
  readonly userId: number
  /** "" for the user's own. */
  readonly group: string
}

/** Finds the caller and checks the token and its owner. Throws `token.*` or `user.*`. */
export async function authorize(
  directory: Directory,
  credential: Credential,
  nowMs: number,
): Promise<Caller> {
  if (credential.key === '') throw new GatewayError('token.missing')
  const pending = directory.findCaller(credential.key)
  let caller = pending instanceof Promise ? await pending : pending
  if (caller === undefined) throw new GatewayError('token.invalid')
  if (looksExhausted(caller)) {
    // The cached balance may be older than a top-up; only a fresh one may refuse.
    caller = (await directory.findCaller(credential.key, { fresh: true })) ?? caller
  }
  checkToken(caller, nowMs)
  refuseBanned(caller.user)
  return caller
}

/** The same for what costs nothing: whoever has spent all may still fetch what was paid for. */
export async function authorizeOwner(
  directory: Directory,
  credential: Credential,
  nowMs: number,
): Promise<Caller> {
  if (credential.key === '') throw new GatewayError('token.missing')
  const caller = await directory.findCaller(credential.key)
  if (caller === undefined) throw new GatewayError('token.invalid')
  if (caller.token.status !== TOKEN_STATUS.exhausted) checkState(caller, nowMs)
  refuseBanned(caller.user)
  return caller
}

function looksExhausted({ token }: Caller): boolean {
  if (token.status === TOKEN_STATUS.exhausted) return true
  return !token.unlimited_quota && token.remainQuota() <= 0
}

function checkToken(caller: Caller, nowMs: number): void {
  const { token } = caller
  if (token.status !== TOKEN_STATUS.expired && looksExhausted(caller)) {
    throw new GatewayError('token.exhausted', { hint: token.keyHint })
  }
  checkState(caller, nowMs)
}

function checkState({ token }: Caller, nowMs: number): void {
  if (isFrozen(token.frozenUntil, nowMs / 1000)) throw frozenError(token)
  if (token.status === TOKEN_STATUS.expired) throw new GatewayError('token.expired')
  if (token.status !== TOKEN_STATUS.enabled) throw new GatewayError('token.disabled')
  if (token.expired_time !== -1 && token.expired_time * 1000 < nowMs) {
    throw new GatewayError('token.expired')
  }
}

function frozenError({ frozenUntil, frozenReason }: TokenRecord): GatewayError {
  const reason = frozenReason === '' ? '-' : frozenReason
  if (frozenUntil < 0) return new GatewayError('token.is_frozen', { reason })
  const until = new Date(frozenUntil * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return new GatewayError('token.is_frozen_until', { reason, until })
}

/** The token's address list; CIDR and IPv6 entries count, an unusable list refuses all. */
export function checkAddress({ token }: Caller, ip: string): void {
  if (token.allowsIp !== undefined && !token.allowsIp(ip)) {
    throw new GatewayError('token.ip_refused', { ip })
  }
}

/** The group that routes and prices the call: the token's own, else the user's. */
export function chooseGroup(directory: Directory, { token, user }: Caller): string {
  if (token.group === '') return user.group
  if (token.group !== user.group && !directory.usableGroups(user.group).has(token.group)) {
    throw new GatewayError('token.group_refused', { group: token.group })
  }
  if (!directory.groupExists(token.group)) {
    throw new GatewayError('token.group_deprecated', { group: token.group })
  }
  return token.group
}

/** Throws `session.expired`, `user.banned` or `group.not_allowed`. */
export async function authorizePerson(
  directory: Directory,
  { userId, group }: Person,
): Promise<{ readonly user: UserRecord; readonly group: string }> {
  const user = await directory.findUser(userId)
  if (user === undefined) throw new GatewayError('session.expired')
  refuseBanned(user)
  const chosen = group || user.group
  const isUsable = chosen === user.group || directory.usableGroups(user.group).has(chosen)
  if (!isUsable || !directory.groupExists(chosen)) {
    throw new GatewayError('group.not_allowed', { group: chosen })
  }
  return { user, group: chosen }
}

export function checkModel({ token }: Caller, model: string): void {
  if (token.modelLimits !== undefined && !token.modelLimits.has(model)) {
    throw new GatewayError('token.model_refused', { model })
  }
}

/** Only administrators may name a channel: it sidesteps groups and prices per group. */
export function checkPin({ user }: Caller, pin: string | undefined): void {
  if (pin !== undefined && !isAdmin(user.role)) throw new GatewayError('token.pin_refused')
}
