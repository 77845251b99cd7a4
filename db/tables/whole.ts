/** Whole tables, for exports: one statement each, so that no row is read twice or missed. */
import type { Insertable, Kysely } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LimitCountersTable } from '../schema/limits'
import type { SubscriptionColumns } from './subscriptions'
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

/** Those in force; oldest first. */
export async function everySubscription(lists: Lists): Promise<SubscriptionColumns[]> {
  return await lists
    .selectFrom('subscriptions')
    .selectAll()
    .where('state', '<>', 'ended')
    .orderBy('id')
    .execute()
}

interface WindowCounter {
  readonly start_at: number
  readonly used: number
}

/** What is used of the windows of plans, by the number of the window. */
export async function windowCounters(
  lists: Lists,
): Promise<ReadonlyMap<number, readonly WindowCounter[]>> {
  const rows = await lists
    .selectFrom('limit_counters')
    .selectAll()
    .where('limit_id', '<', 0)
    .where('used', '>', 0)
    .orderBy('start_at')
    .execute()
  const counters = new Map<number, WindowCounter[]>()
  for (const { limit_id, start_at, used } of rows) {
    counters.set(limit_id, [...(counters.get(limit_id) ?? []), { start_at, used }])
  }
  return counters
}

export async function insertWindowCounter(
  trx: Kysely<Schema>,
  counter: Insertable<LimitCountersTable>,
): Promise<void> {
  await trx.insertInto('limit_counters').values(counter).execute()
}
