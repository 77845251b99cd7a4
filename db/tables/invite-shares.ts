/**
 * What of the use of invited users has been counted, and what that has earned. Use is what calls
 * have taken from the balance: all that was charged, less what plans have paid.
 */
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { InviteSharesTable } from '../schema/promotion'

export type InviteShareRow = Selectable<InviteSharesTable>

/** Both numbers are written in the transaction that settles a call. */
const USED = sql<number>`cast(users.used_quota - coalesce((select sum(subscriptions.used)
  from subscriptions where subscriptions.user_id = users.id), 0) as bigint)`

export interface ShareWindow {
  readonly afterId: number
  readonly limit: number
}

/** Of a new user everything counts; `counted` is 0. */
export async function beginShare(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx.insertInto('invite_shares').values({ user_id: userId, counted: 0 }).execute()
}

/** Invited users of whom nothing was counted so far. */
export async function invitedWithoutShare(
  lists: Lists,
  { afterId, limit }: ShareWindow,
): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('users')
    .leftJoin('invite_shares', 'invite_shares.user_id', 'users.id')
    .select('users.id')
    .where('users.inviter_id', '>', 0)
    .where('users.deleted_at', 'is', null)
    .where('invite_shares.user_id', 'is', null)
    .where('users.id', '>', afterId)
    .orderBy('users.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** What they have used until now is not counted. */
export async function beginSharesFromNow(
  trx: Kysely<Schema>,
  userIds: readonly number[],
): Promise<void> {
  await trx
    .insertInto('invite_shares')
    .columns(['user_id', 'counted'])
    .expression((e) =>
      e
        .selectFrom('users')
        .select(['users.id', USED.as('counted')])
        .where('users.id', 'in', userIds),
    )
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}

/** Users who have used more than was counted. */
export async function usersToCount(
  lists: Lists,
  { afterId, limit }: ShareWindow,
): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('invite_shares')
    .innerJoin('users', 'users.id', 'invite_shares.user_id')
    .select('user_id')
    .where('counted', '<', USED)
    .where('user_id', '>', afterId)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Whoever counts or books the same share waits until the transaction ends. */
export async function lockShare(
  trx: Kysely<Schema>,
  userId: number,
): Promise<InviteShareRow | undefined> {
  return await trx
    .updateTable('invite_shares')
    .set((e) => ({ counted: e.ref('counted') }))
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

export async function usedOf(trx: Kysely<Schema>, userId: number): Promise<number> {
  const row = await trx
    .selectFrom('users')
    .select(USED.as('used'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return Number(row?.used ?? 0)
}

export async function updateShare(
  trx: Kysely<Schema>,
  { user_id, ...change }: Pick<InviteShareRow, 'user_id'> & Partial<InviteShareRow>,
): Promise<void> {
  await trx.updateTable('invite_shares').set(change).where('user_id', '=', user_id).execute()
}

/** What was used elsewhere, and is taken over with the account, earns nothing. */
export async function noteCarriedUse(
  trx: Kysely<Schema>,
  { userId, used }: { readonly userId: number; readonly used: number },
): Promise<void> {
  await trx
    .updateTable('invite_shares')
    .set((e) => ({ counted: e('counted', '+', used) }))
    .where('user_id', '=', userId)
    .execute()
}

/** Users by whom something is earned that was booked last before an instant. */
export async function sharesDue(
  lists: Lists,
  { beforeMs, afterId, limit }: ShareWindow & { readonly beforeMs: number },
): Promise<readonly number[]> {
  const rows = await lists
    .selectFrom('invite_shares')
    .select('user_id')
    .where('due', '>', 0)
    .where('booked_at', '<', beforeMs)
    .where('user_id', '>', afterId)
    .orderBy('user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Forgets at most `limit` of those that owe nothing; returns how many. */
export async function forgetShares(trx: Kysely<Schema>, limit: number): Promise<number> {
  const rows = await trx
    .deleteFrom('invite_shares')
    .where('user_id', 'in', (e) =>
      e.selectFrom('invite_shares').select('user_id').where('due', '=', 0).limit(limit),
    )
    .returning('user_id')
    .execute()
  return rows.length
}
