/** How many rows of a list there are of each state. */
import type { Lists } from '../lists'

export interface StateCount {
  /** Orders and notices have words. */
  readonly status: number | string
  readonly count: number
}

export interface JobStateCount {
  readonly status: string
  readonly count: number
}

/** Takes the place of a status: their own is that of somebody who is banned. */
export const DEREGISTERED = 'deregistered'

export interface TypeCount {
  readonly type: number
  readonly count: number
}

export async function channelCounts(
  lists: Lists,
): Promise<readonly (TypeCount & { readonly status: number })[]> {
  const rows = await lists
    .selectFrom('channels')
    .select((e) => ['status', 'type', e.fn.countAll<number>().as('count')])
    .groupBy(['status', 'type'])
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

/** As they are stored: a token's own end may have come since. */
export async function stateCounts(
  lists: Lists,
  table: 'tokens' | 'users' | 'redemptions',
): Promise<readonly StateCount[]> {
  const rows = await lists
    .selectFrom(table)
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  return rows.map((row) => ({ status: row.status, count: Number(row.count) }))
}

/** Lists of users show those who have left as well. */
export async function userCounts(lists: Lists): Promise<readonly StateCount[]> {
  const row = await lists
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const count = Number(row.count)
  const living = await stateCounts(lists, 'users')
  return count === 0 ? living : [...living, { status: DEREGISTERED, count }]
}

export async function orderCounts(lists: Lists): Promise<readonly StateCount[]> {
  const rows = await lists
    .selectFrom('top_ups')
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return rows.map((row) => ({ status: row.status, count: Number(row.count) }))
}

export async function noticeCounts(lists: Lists): Promise<readonly StateCount[]> {
  const rows = await lists
    .selectFrom('outbox')
    .select((e) => ['state as status', e.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return rows.map((row) => ({ status: row.status, count: Number(row.count) }))
}
