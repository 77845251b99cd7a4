/** How many rows of a list there are of each state. */
import type { Lists } from '../lists'

export interface StateCount {
  readonly status: number
  readonly count: number
}

export interface TypeCount {
  readonly type: number
  readonly count: number
}

export async function channelCounts(lists: Lists): Promise<readonly (StateCount & TypeCount)[]> {
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
  table: 'tokens' | 'users',
): Promise<readonly StateCount[]> {
  const rows = await lists
    .selectFrom(table)
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .where('deleted_at', 'is', null)
    .groupBy('status')
    .execute()
  return rows.map((row) => ({ status: row.status, count: Number(row.count) }))
}
