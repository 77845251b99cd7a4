/** What an account's balance is made of: bookings of the ledger, and calls by the hour. */
import { sql } from 'kysely'
import { LOG_TYPE } from '../../server/domain/status'
import type { Lists } from '../lists'

/** Epoch seconds: from the first to before the second. */
export interface StatementSpan {
  readonly from: number
  readonly to: number
}

export interface BookedEntry {
  readonly id: number
  /** Epoch milliseconds. */
  readonly created_at: number
  readonly kind: string
  /** Credits, signed. */
  readonly user_delta: number
  readonly reference: string
}

/** Literals, because the partial index is found only when the condition is spelt like it. */
export const IS_BOOKING = sql<boolean>`kind not in ('reserve', 'settle', 'release')`

/** Of an account, without what moves no balance and what plans paid; the newest first. */
export async function bookedEntries(
  lists: Lists,
  userId: number,
  { from, to, limit }: StatementSpan & { readonly limit: number },
): Promise<BookedEntry[]> {
  return await lists
    .selectFrom('ledger')
    .select(['id', 'created_at', 'kind', 'user_delta', 'reference'])
    .where('user_id', '=', userId)
    .where(IS_BOOKING)
    .where('kind', '!=', 'cover')
    .where('user_delta', '!=', 0)
    .where('created_at', '>=', from * 1000)
    .where('created_at', '<', to * 1000)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** What moved an account's balance for this reason, such as the number of an order. */
export async function bookingOf(
  lists: Lists,
  { userId, reference }: { readonly userId: number; readonly reference: string },
) {
  return await lists
    .selectFrom('ledger')
    .select(['id', 'created_at', 'user_delta'])
    .where('user_id', '=', userId)
    .where(IS_BOOKING)
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** Credits booked from a moment on, to what comes before another. */
export async function bookedBetween(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<number> {
  const row = await lists
    .selectFrom('ledger')
    .select((e) =>
      e.cast<number>(e.fn.coalesce(e.fn.sum('user_delta'), e.lit(0)), 'bigint').as('credits'),
    )
    .where('user_id', '=', userId)
    .where(IS_BOOKING)
    .where('created_at', '>=', from * 1000)
    .where('created_at', '<', to * 1000)
    .executeTakeFirstOrThrow()
  return Number(row.credits)
}

/** Credits that plans paid towards calls, by the hour in which they were booked. */
export async function coveredHours(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<ReadonlyMap<number, number>> {
  const hour = sql<number>`created_at / 3600000`
  const rows = await lists
    .selectFrom('ledger')
    .select((e) => [
      hour.as('hour'),
      e.cast<number>(e.fn.sum('user_delta'), 'bigint').as('credits'),
    ])
    .where('user_id', '=', userId)
    .where(IS_BOOKING)
    .where('kind', '=', 'cover')
    .where('created_at', '>=', from * 1000)
    .where('created_at', '<', to * 1000)
    .groupBy(hour)
    .execute()
  return new Map(rows.map(({ hour: at, credits }) => [Number(at) * 3600, Number(credits)]))
}

export interface BookedKind {
  readonly kind: string
  readonly count: number
  /** Credits, signed. */
  readonly credits: number
}

/** What moved an account's balance, by its kind. */
export async function bookedByKind(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<BookedKind[]> {
  const rows = await lists
    .selectFrom('ledger')
    .select((e) => [
      'kind',
      e.cast<number>(e.fn.sum('user_delta'), 'bigint').as('credits'),
      e.fn.countAll<number>().as('count'),
    ])
    .where('user_id', '=', userId)
    .where(IS_BOOKING)
    .where('user_delta', '!=', 0)
    .where('created_at', '>=', from * 1000)
    .where('created_at', '<', to * 1000)
    .groupBy('kind')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, credits, count }) => ({
    kind,
    credits: Number(credits),
    count: Number(count),
  }))
}

export interface CalledModel {
  readonly model: string
  readonly calls: number
  readonly tokens: number
  /** Credits. */
  readonly quota: number
}

/** Calls of an account in whole hours, by model; what cost most is first. */
export async function calledModels(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<CalledModel[]> {
  const rows = await lists
    .selectFrom('quota_data')
    .select((e) => [
      'model_name as model',
      e.cast<number>(e.fn.sum('quota'), 'bigint').as('quota'),
      e.cast<number>(e.fn.sum('count'), 'bigint').as('calls'),
      e.cast<number>(e.fn.sum('token_used'), 'bigint').as('tokens'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('model_name')
    .orderBy('quota', 'desc')
    .orderBy('model_name')
    .execute()
  return rows.map(({ model, quota, calls, tokens }) => ({
    model,
    quota: Number(quota),
    calls: Number(calls),
    tokens: Number(tokens),
  }))
}

export interface CalledHour {
  /** Epoch seconds at which the hour began, or the part of it after a booking. */
  readonly at: number
  /** Credits. */
  readonly quota: number
  readonly count: number
}

export async function calledHours(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<CalledHour[]> {
  const rows = await lists
    .selectFrom('quota_data')
    .select((e) => [
      'created_at',
      e.cast<number>(e.fn.sum('quota'), 'bigint').as('quota'),
      e.cast<number>(e.fn.sum('count'), 'bigint').as('count'),
    ])
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('created_at')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ created_at, quota, count }) => ({
    at: Number(created_at),
    quota: Number(quota),
    count: Number(count),
  }))
}

/** Calls of an account as its log has them, by interval; the log may have been switched off. */
export async function callsByInterval(
  lists: Lists,
  userId: number,
  intervals: readonly StatementSpan[],
): Promise<CalledHour[]> {
  if (intervals.length === 0) return []
  const rows = sql.join(intervals.map(({ from, to }) => sql`(${sql.lit(from)}, ${sql.lit(to)})`))
  const found = await sql<CalledHour>`
    with span(first_s, end_s) as (values ${rows})
    select first_s as at, coalesce(sum(logs.quota), 0) as quota, count(logs.id) as count
    from span
    join logs on logs.user_id = ${userId} and logs.type = ${LOG_TYPE.consumption}
      and logs.created_at >= first_s and logs.created_at < end_s
    group by first_s`.execute(lists)
  return found.rows.map(({ at, quota, count }) => ({
    at: Number(at),
    quota: Number(quota),
    count: Number(count),
  }))
}

/** Credits that calls took in whole hours. */
export async function calledBetween(
  lists: Lists,
  userId: number,
  { from, to }: StatementSpan,
): Promise<number> {
  const row = await lists
    .selectFrom('quota_data')
    .select((e) =>
      e.cast<number>(e.fn.coalesce(e.fn.sum('quota'), e.lit(0)), 'bigint').as('credits'),
    )
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(row.credits)
}
