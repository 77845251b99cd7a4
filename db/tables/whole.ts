/** Whole tables, for exports: one statement each, so that no row is read twice or missed. */
import type { Lists } from '../lists'
import type { TokenRow } from './tokens'
import type { UserRow } from './users'

/** Without deregistered ones; oldest first. */
export async function everyUser(lists: Lists): Promise<UserRow[]> {
  return await lists
    .selectFrom('users')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** Without revoked ones; oldest first. */
export async function everyToken(lists: Lists): Promise<TokenRow[]> {
  return await lists
    .selectFrom('tokens')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
}
