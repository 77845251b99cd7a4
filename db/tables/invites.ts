/** Invitations and what they earned. Earnings move by difference, never by what was read. */
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { UserRow } from './users'

/** The living owner of an invite code. */
export async function findInviter(
  reader: Kysely<Schema>,
  affCode: string,
): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('aff_code', '=', affCode)
    .where('aff_code', '<>', '')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Deregistered users keep their codes. */
export async function findAffCodeHolder(
  reader: Kysely<Schema>,
  affCode: string,
): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('aff_code', '=', affCode)
    .where('aff_code', '<>', '')
    .executeTakeFirst()
}

/** Counts one more invited user; `earned` credits may be 0. */
export async function creditInviter(
  trx: Kysely<Schema>,
  id: number,
  earned: number,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((e) => ({
      aff_count: e('aff_count', '+', 1),
      aff_quota: e('aff_quota', '+', earned),
      aff_history_quota: e('aff_history_quota', '+', earned),
    }))
    .where('id', '=', id)
    .execute()
}

/** False, with nothing taken, when the earnings do not cover the amount. */
export async function takeEarnings(
  trx: Kysely<Schema>,
  id: number,
  amount: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('users')
    .set((e) => ({ aff_quota: e('aff_quota', '-', amount) }))
    .where('id', '=', id)
    .where('aff_quota', '>=', amount)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
