import type { Kysely, Selectable } from 'kysely'
import type { Schema, TokensTable, UsersTable } from '../schema'

export type CallerRow = {
  readonly token: Selectable<TokensTable>
  readonly user: Pick<
    Selectable<UsersTable>,
    'id' | 'username' | 'role' | 'status' | 'group' | 'setting' | 'quota' | 'used_quota'
  >
}

/** The living token with this key hash and its living owner. */
export async function findCaller(
  reader: Kysely<Schema>,
  keyHash: string,
): Promise<CallerRow | undefined> {
  const token = await reader
    .selectFrom('tokens')
    .selectAll()
    .where('key_hash', '=', keyHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (token === undefined) return undefined
  const user = await findCallingUser(reader, token.user_id)
  return user === undefined ? undefined : { token, user }
}

/** The living user with this id. */
export async function findCallingUser(
  reader: Kysely<Schema>,
  userId: number,
): Promise<CallerRow['user'] | undefined> {
  return await reader
    .selectFrom('users')
    .select(['id', 'username', 'role', 'status', 'group', 'setting', 'quota', 'used_quota'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
