import type { Insertable, Kysely, Selectable } from 'kysely'
import type { AccessTokensTable, Schema } from '../schema'
import { factorsOf } from './second-factors'
import { findUser, type UserRow } from './users'

export type AccessTokenRow = Selectable<AccessTokensTable>

export async function insertAccessToken(
  trx: Kysely<Schema>,
  token: Omit<Insertable<AccessTokensTable>, 'id'>,
): Promise<number> {
  const row = await trx
    .insertInto('access_tokens')
    .values(token)
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface AccessTokenWithUser {
  readonly token: AccessTokenRow
  readonly user: UserRow
  /** Whether the user has a second factor. */
  readonly hasFactor: boolean
}

/** A token that has not expired, with its living owner. */
export async function findAccessToken(
  reader: Kysely<Schema>,
  tokenHash: string,
  nowMs: number,
): Promise<AccessTokenWithUser | undefined> {
  const found = await reader
    .selectFrom('access_tokens')
    .selectAll()
    .select(factorsOf('access_tokens.user_id').as('factors'))
    .where('token_hash', '=', tokenHash)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', nowMs)]))
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { factors, ...token } = found
  const user = await findUser(reader, token.user_id)
  if (user === undefined || user.deleted_at !== null) return undefined
  return { token, user, hasFactor: Number(factors) > 0 }
}

export async function markAccessTokenUsed(
  writer: Kysely<Schema>,
  id: number,
  { nowMs, ip }: { readonly nowMs: number; readonly ip: string },
): Promise<void> {
  await writer
    .updateTable('access_tokens')
    .set({ last_used_at: nowMs, last_used_ip: ip })
    .where('id', '=', id)
    .execute()
}

/** Expired ones too, in the order they were made. */
export async function accessTokensOf(
  reader: Kysely<Schema>,
  userId: number,
): Promise<AccessTokenRow[]> {
  return await reader
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export interface AccessTokenChoice {
  readonly userId: number
  readonly id?: number | undefined
  readonly kind?: AccessTokenRow['kind']
}

/** Returns what there was. */
export async function deleteAccessTokens(
  trx: Kysely<Schema>,
  { userId, id, kind }: AccessTokenChoice,
): Promise<AccessTokenRow[]> {
  let query = trx.deleteFrom('access_tokens').where('user_id', '=', userId)
  if (id !== undefined) query = query.where('id', '=', id)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  return await query.returningAll().execute()
}

export async function updateAccessToken(
  trx: Kysely<Schema>,
  id: number,
  change: Pick<AccessTokenRow, 'name' | 'scopes' | 'networks'>,
): Promise<void> {
  await trx.updateTable('access_tokens').set(change).where('id', '=', id).execute()
}
