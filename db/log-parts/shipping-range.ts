/** Which rows are copied elsewhere next, wherever they stand here. */
import { sql } from 'kysely'
import { narrowed } from '../tables/log-filter'
import type { Shipping } from '../tables/log-shipping'
import type { LogRow } from '../tables/logs'
import { type LogParts, partsOf } from './parts'
import { logPartsAfter } from './rows'

export interface RangeQuestion {
  readonly afterId: number
  readonly most: number
  /** Epoch seconds: what is newer may still be joined by rows with smaller ids. */
  readonly upTo: number
}

/** The last id of the next range; `undefined` when there is nothing to send. */
export async function endOfRange(
  parts: LogParts,
  { afterId, most, upTo }: RangeQuestion,
): Promise<number | undefined> {
  const ends: number[] = []
  const full: number[] = []
  for (const { lists, filter } of partsOf(parts, { afterId, to: upTo })) {
    const next = narrowed(lists.selectFrom('logs').select('id'), filter).orderBy('id').limit(most)
    const row = await lists
      .selectFrom(next.as('next'))
      .select(({ fn }) => [fn.max('next.id').as('id'), fn.countAll<number>().as('rows')])
      .executeTakeFirst()
    if (row?.id === null || row?.id === undefined) continue
    ends.push(Number(row.id))
    if (Number(row.rows) === most) full.push(Number(row.id))
  }
  if (ends.length === 0) return undefined
  // A part that has more ends the range for all of them.
  return full.length === 0 ? Math.max(...ends) : Math.min(...full)
}

/** Epoch seconds of the oldest row with a larger id, wherever it stands here. */
export async function oldestAfter(parts: LogParts, afterId: number): Promise<number | undefined> {
  const found: number[] = []
  for (const { lists, filter } of partsOf(parts, { afterId })) {
    // With a sign before it the time is looked at, and the ids lead.
    const oldest = sql<number | null>`min(+created_at)`.as('oldest')
    const row = await narrowed(lists.selectFrom('logs').select(oldest), filter).executeTakeFirst()
    if (row?.oldest !== null && row?.oldest !== undefined) found.push(Number(row.oldest))
  }
  return found.length === 0 ? undefined : Math.min(...found)
}

/** Every row of the range, oldest first. */
export async function rowsOfRange(
  parts: LogParts,
  { shipped_id, planned_id }: Pick<Shipping, 'shipped_id' | 'planned_id'>,
): Promise<LogRow[]> {
  const range = { afterId: shipped_id, uptoId: planned_id }
  return await logPartsAfter(parts, range, Number.MAX_SAFE_INTEGER)
}
