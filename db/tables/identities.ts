/** Accounts at other services by which users are known. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { UserRow } from './users'

export type IdentityColumn = 'github_id' | 'oidc_id' | 'wechat_id' | 'telegram_id' | 'linux_do_id'

/** Deleted users are found as well: an identity opens one account, for ever. */
export async function findUserByIdentity(
  reader: Kysely<Schema>,
  column: IdentityColumn,
  identity: string,
): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where(column, '=', identity)
    .where(column, '<>', '')
    .executeTakeFirst()
}

/** 0 without users; deleted ones count. */
export async function highestUserId(reader: Kysely<Schema>): Promise<number> {
  const row = await reader
    .selectFrom('users')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}
