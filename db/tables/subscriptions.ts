/** Plans that users hold, and what moves on their accounts besides calls. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { isWindowId } from '../../server/domain/plans/subscription-account'
import type { DurableTransaction } from '../durable'
import type { Schema } from '../schema'
import type { SubscriptionsTable } from '../schema/plans'

export type SubscriptionColumns = Selectable<SubscriptionsTable>

/** With who holds it. */
export interface HeldSubscription extends SubscriptionColumns {
  readonly username: string
  readonly deleted_at: number | null
}

export interface SubscriptionQuery {
  readonly userId?: number | undefined
  readonly username?: string | undefined
  readonly planId?: number | undefined
  readonly state?: string | undefined
  readonly offset: number
  readonly limit: number
}

/** Newest first. */
export async function listSubscriptions(
  reader: Kysely<Schema>,
  { userId, username = '', planId, state, offset, limit }: SubscriptionQuery,
): Promise<{ readonly items: HeldSubscription[]; readonly total: number }> {
  const found = reader
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .$if(username !== '', (query) => query.where('username', '=', username))
    .$if(planId !== undefined, (query) => query.where('plan_id', '=', planId ?? 0))
    .$if(state !== undefined, (query) => query.where('state', '=', stateOf(state)))
  const items = await found
    .selectAll('subscriptions')
    .select(['users.username', 'users.deleted_at'])
    .orderBy('subscriptions.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const { total } = await found
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total: Number(total) }
}

function stateOf(text: string | undefined): SubscriptionColumns['state'] {
  return text === 'active' || text === 'paused' ? text : 'ended'
}

export async function findSubscription(
  reader: Kysely<Schema>,
  id: number,
): Promise<HeldSubscription | undefined> {
  return await reader
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .select(['users.username', 'users.deleted_at'])
    .where('subscriptions.id', '=', id)
    .executeTakeFirst()
}

/** Whether a user holds what began at an instant. */
export async function isHeldSince(
  reader: Kysely<Schema>,
  {
    userId,
    name,
    sinceMs,
  }: { readonly userId: number; readonly name: string; readonly sinceMs: number },
): Promise<boolean> {
  const found = await reader
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .where('created_at', '=', sinceMs)
    .executeTakeFirst()
  return found !== undefined
}

/** How often a user has had a plan. */
export async function countOfPlan(
  reader: Kysely<Schema>,
  { userId, planId }: { readonly userId: number; readonly planId: number },
): Promise<number> {
  const { count } = await reader
    .selectFrom('subscriptions')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export interface PlanHolders {
  readonly active: number
  readonly ended: number
  /** Credits that periods in force were sold for. */
  readonly revenue: number
}

/** By plan. */
export async function holdersOfPlans(
  reader: Kysely<Schema>,
): Promise<ReadonlyMap<number, PlanHolders>> {
  const rows = await reader
    .selectFrom('subscriptions')
    .select((e) => [
      'plan_id',
      'state',
      e.fn.countAll<number>().as('count'),
      e.fn.sum<number>('price').as('revenue'),
    ])
    .groupBy(['plan_id', 'state'])
    .execute()
  const holders = new Map<number, { active: number; ended: number; revenue: number }>()
  for (const { plan_id, state, count, revenue } of rows) {
    const of = holders.get(plan_id) ?? { active: 0, ended: 0, revenue: 0 }
    if (state === 'ended') of.ended += Number(count)
    else {
      of.active += Number(count)
      of.revenue += Number(revenue)
    }
    holders.set(plan_id, of)
  }
  return holders
}

export async function insertSubscription(
  trx: Kysely<Schema>,
  row: Insertable<SubscriptionsTable>,
): Promise<SubscriptionColumns> {
  const made = await trx
    .insertInto('subscriptions')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recountOf(trx, made.user_id)
  return made
}

export async function updateSubscription(
  trx: Kysely<Schema>,
  { id, user_id }: Pick<SubscriptionColumns, 'id' | 'user_id'>,
  change: Updateable<SubscriptionsTable>,
): Promise<void> {
  await trx.updateTable('subscriptions').set(change).where('id', '=', id).execute()
  if (change.state !== undefined) await recountOf(trx, user_id)
}

/** The ledger looks for plans of those alone who have any. */
async function recountOf(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((e) => ({
      subscriptions: e
        .selectFrom('subscriptions')
        .select((s) => s.fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('state', '=', 'active'),
    }))
    .where('id', '=', userId)
    .execute()
}

export interface AllowanceBooking {
  readonly id: number
  readonly userId: number
  /** Credits, signed: granted to the period, or taken away at its end. */
  readonly delta: number
  readonly nowMs: number
}

/** Moves the account of a subscription, which otherwise only calls do. */
export async function postAllowance(
  trx: DurableTransaction,
  { id, userId, delta, nowMs }: AllowanceBooking,
): Promise<void> {
  if (delta === 0) return
  await trx
    .updateTable('subscriptions')
    .set((e) => ({ remain: e('remain', '+', delta) }))
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('ledger')
    .values({
      created_at: nowMs,
      kind: 'allowance',
      user_id: userId,
      token_id: 0,
      user_delta: 0,
      token_delta: 0,
      charge: 0,
      reference: `subscription:${id}`,
      subscription_id: id,
      subscription_delta: delta,
    })
    .execute()
}

/** Whose period is over, or that have ended and got something back since; by their ids. */
export async function subscriptionsDue(
  reader: Kysely<Schema>,
  { nowMs, afterId, limit }: DueQuery,
): Promise<readonly Pick<SubscriptionColumns, 'id' | 'user_id'>[]> {
  return await reader
    .selectFrom('subscriptions')
    .select(['id', 'user_id'])
    .where('id', '>', afterId)
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'active'), row('period_end', '<=', nowMs)]),
        row.and([row('state', '=', 'ended'), row('remain', '<>', 0)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Whose period ends by then, and whose holders were not notified yet; by their ids. */
export async function subscriptionsEnding(
  reader: Kysely<Schema>,
  { nowMs, untilMs, afterId, limit }: DueQuery & { readonly untilMs: number },
): Promise<readonly HeldSubscription[]> {
  return await reader
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .selectAll('subscriptions')
    .select(['users.username', 'users.deleted_at'])
    .where('subscriptions.id', '>', afterId)
    .where('state', '=', 'active')
    .where('period_end', '>', nowMs)
    .where('period_end', '<=', untilMs)
    .whereRef('reminded_at', '<', 'period_start')
    .orderBy('subscriptions.id')
    .limit(limit)
    .execute()
}

/** The holder was notified of the end of this period. */
export async function noteReminder(
  trx: Kysely<Schema>,
  { id, period_end }: Pick<SubscriptionColumns, 'id' | 'period_end'>,
  nowMs: number,
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ reminded_at: nowMs })
    .where('id', '=', id)
    .where('period_end', '=', period_end)
    .execute()
}

interface DueQuery {
  readonly nowMs: number
  readonly afterId: number
  readonly limit: number
}

/**
 * Whoever changes what a user holds waits for whoever is at it. The user's row before those of the
 * subscriptions, as the ledger locks them.
 */
export async function lockHolder(trx: Kysely<Schema>, userId: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((e) => ({ subscriptions: e.ref('subscriptions') }))
    .where('id', '=', userId)
    .execute()
}

/** Counters of plans that have ended; returns how many were deleted. */
export async function purgeWindows(
  trx: Kysely<Schema>,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const rows = await trx
    .selectFrom('limit_counters')
    .select(['limit_id', 'start_at'])
    .where('limit_id', '<', 0)
    .where('start_at', '<', beforeMs)
    .limit(limit)
    .execute()
  for (const { limit_id, start_at } of rows.filter((row) => isWindowId(row.limit_id))) {
    await trx
      .deleteFrom('limit_counters')
      .where('limit_id', '=', limit_id)
      .where('start_at', '=', start_at)
      .execute()
  }
  return rows.length
}
