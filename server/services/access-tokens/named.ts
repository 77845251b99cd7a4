/** Access tokens of the management API that have a name, scopes and limits of their own. */
import {
  type AccessTokenRow,
  accessTokensOf,
  deleteAccessTokens,
  insertAccessToken,
  updateAccessToken,
} from '../../../db/tables/access-tokens'
import { isScope, readScopes, type Scope } from '../../domain/accounts/scopes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { recordAudit } from '../audit/record'
import { hashKey } from '../seal'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import { ipEntriesOf } from '../tokens/ip-entries'
import { manageablePerson, manageableUser } from '../users/guards'
import { transact, type Work } from '../work'
import { hintOf, newTokenText } from './token-text'

const MAX_TOKENS = 50
const MAX_NAME = 50

export interface AccessTokenView
  extends Pick<
    AccessTokenRow,
    'id' | 'name' | 'kind' | 'networks' | 'hint' | 'created_at' | 'last_used_at' | 'last_used_ip'
  > {
  /** `undefined` for everything that its owner may do. */
  readonly scopes: readonly Scope[] | undefined
  /** Epoch milliseconds; null for never. */
  readonly expires_at: number | null
}

/** In the order they were made. */
export async function listAccessTokens(
  deps: ServiceDeps,
  userId: number,
): Promise<AccessTokenView[]> {
  return (await accessTokensOf(deps.db.reader, userId)).map(viewOf)
}

export interface AccessTokenFields {
  readonly name: string
  /** Everything that its owner may do, without. */
  readonly scopes?: readonly string[] | undefined
  /** Addresses and networks; "" for any. */
  readonly networks?: string | undefined
}

export interface NewAccessToken extends AccessTokenFields {
  /** Epoch milliseconds; null for never. */
  readonly expiresAt?: number | null | undefined
  /** Takes the place of one with the same name. */
  readonly isReplacing?: boolean | undefined
}

export interface MadeAccessToken {
  /** Shown this once. */
  readonly token: string
  readonly view: AccessTokenView
}

/**
 * One's own. Throws what `confirmIdentity` throws, `access_token.name_taken`,
 * `access_token.too_many`, `access_token.scope_unknown`, `access_token.expiry_invalid`.
 */
export async function createAccessToken(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, ...input }: NewAccessToken & { readonly viewer: Viewer },
): Promise<MadeAccessToken> {
  await confirmIdentity(deps, { viewer })
  return await transact(deps, actor, (work) => makeAccessToken(work, viewer.user.id, input))
}

/** For a user whom the actor outranks. */
export async function createAccessTokenOf(
  deps: ServiceDeps,
  actor: Actor,
  { userId, ...input }: NewAccessToken & { readonly userId: number },
): Promise<MadeAccessToken> {
  return await transact(deps, actor, async (work) => {
    const { id } = await manageablePerson(work, userId)
    return await makeAccessToken(work, id, input)
  })
}

/** What is left out stays; scopes of null are everything that the owner may do. */
export interface AccessTokenChange {
  readonly viewer: Viewer
  readonly id: number
  readonly name?: string | undefined
  readonly scopes?: readonly string[] | null | undefined
  readonly networks?: string | undefined
}

/** One's own. Throws as `createAccessToken` does, and `access_token.not_found`. */
export async function changeAccessToken(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, id, ...fields }: AccessTokenChange,
): Promise<void> {
  await confirmIdentity(deps, { viewer })
  await transact(deps, actor, async (work) => {
    const own = await accessTokensOf(work.trx, viewer.user.id)
    const before = own.find((token) => token.id === id && token.kind === 'named')
    if (before === undefined) throw new GatewayError('access_token.not_found')
    const { name = before.name, networks = before.networks, scopes } = fields
    const written = columnsOf({ name, networks, scopes: scopes ?? undefined })
    const change = scopes === undefined ? { ...written, scopes: before.scopes } : written
    refuseName(own, change.name, id)
    await updateAccessToken(work.trx, id, change)
    await recordAudit(work, {
      action: 'access_token.set',
      target: `access_token:${id}`,
      before: { name: before.name, scopes: before.scopes, networks: before.networks },
      after: change,
    })
  })
}

/** One's own, of either kind. Throws `access_token.not_found`. */
export async function revokeAccessToken(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<void> {
  await transact(deps, actor, (work) => revoke(work, actor.id, id))
}

/** The same for a user whom the actor outranks. */
export async function revokeAccessTokenOf(
  deps: ServiceDeps,
  actor: Actor,
  { userId, id }: { readonly userId: number; readonly id: number },
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const user = await manageableUser(work, userId)
    await revoke(work, user.id, id)
  })
}

/** In a transaction of who may: nothing is required of the actor here. */
export async function makeAccessToken(
  work: Work,
  userId: number,
  { expiresAt = null, isReplacing = false, ...fields }: NewAccessToken,
): Promise<MadeAccessToken> {
  const { trx, clock } = work
  const nowMs = clock.nowMs()
  if (expiresAt !== null && expiresAt <= nowMs) {
    throw new GatewayError('access_token.expiry_invalid')
  }
  const columns = columnsOf(fields)
  const own = await accessTokensOf(trx, userId)
  const former = own.find(({ kind, name }) => kind === 'named' && name === columns.name)
  if (former !== undefined && isReplacing) await revoke(work, userId, former.id)
  else refuseName(own, columns.name)
  if (own.length >= MAX_TOKENS) throw new GatewayError('access_token.too_many', { max: MAX_TOKENS })
  const token = newTokenText(work.random)
  const row = {
    ...columns,
    user_id: userId,
    kind: 'named',
    token_hash: hashKey(token),
    hint: hintOf(token),
    created_at: nowMs,
    last_used_at: null,
    last_used_ip: '',
    expires_at: expiresAt,
  } as const
  const id = await insertAccessToken(trx, row)
  await recordAudit(work, {
    action: 'access_token.create',
    target: `access_token:${id}`,
    after: { user_id: userId, ...columns, expires_at: expiresAt },
  })
  return { token, view: viewOf({ ...row, id }) }
}

async function revoke(work: Work, userId: number, id: number): Promise<void> {
  const [gone] = await deleteAccessTokens(work.trx, { userId, id })
  if (gone === undefined) throw new GatewayError('access_token.not_found')
  await recordAudit(work, {
    action: 'access_token.remove',
    target: `access_token:${id}`,
    before: { user_id: userId, name: gone.name },
  })
}

function columnsOf({ name: given, scopes, networks = '' }: AccessTokenFields) {
  const name = visibleLine('name', given.trim())
  if (name === '') throw new GatewayError('access_token.name_empty')
  if ([...name].length > MAX_NAME)
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  return { name, scopes: scopesText(scopes), networks: ipEntriesOf(networks) }
}

/** Throws `access_token.scope_unknown`, and `access_token.scope_missing` for an empty list. */
export function scopesText(scopes: readonly string[] | undefined): string {
  if (scopes === undefined) return ''
  if (scopes.length === 0) throw new GatewayError('access_token.scope_missing')
  const unknown = scopes.find((scope) => !isScope(scope))
  if (unknown !== undefined) {
    throw new GatewayError('access_token.scope_unknown', { scope: unknown.slice(0, 60) })
  }
  return [...new Set(scopes)].join(' ')
}

function refuseName(own: readonly AccessTokenRow[], name: string, ownId?: number): void {
  const isTaken = own.some((token) => token.name === name && token.id !== ownId)
  if (isTaken) throw new GatewayError('access_token.name_taken', { name })
}

function viewOf(row: AccessTokenRow): AccessTokenView {
  const { id, name, kind, networks, hint, created_at, last_used_at, last_used_ip, expires_at } = row
  const scopes = readScopes(row.scopes)
  return {
    ...{ id, name, kind, networks, hint, created_at, last_used_at, last_used_ip, expires_at },
    scopes: scopes && [...scopes],
  }
}
