import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { UserRow } from './users'

/** Who runs the service: the first living super administrator. */
export async function findRoot(reader: Kysely<Schema>): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('role', '>=', 100)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
