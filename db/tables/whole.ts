/** Whole tables, for exports: one statement each, so that no row is read twice or missed. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { TokenRow } from './tokens'
import type { UserRow } from './users'

/** Without deregistered ones; oldest first. */
export async function everyUser(reader: Kysely<Schema>): Promise<UserRow[]> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Without revoked ones; oldest first. */
export async function everyToken(reader: Kysely<Schema>): Promise<TokenRow[]> {
  return await reader
    .selectFrom('tokens')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
