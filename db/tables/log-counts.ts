/** How many calls were answered, failed and refused, by pieces of time. */
import { type Expression, sql } from 'kysely'
import { LOG_TYPE } from '../../server/domain/status'
import type { Lists } from '../lists'
import { type LogFilter, narrowed } from './log-filter'

export interface CallCount {
  /** Epoch seconds at which the piece began. */
  readonly at: number
  readonly answered: number
  readonly failed: number
  readonly refused: number
}

/**
 * In order, without pieces in which nothing happened. Answered and failed calls are counted in
 * the index alone; only of failed ones is the row read, to tell the refused apart.
 */
export async function countCalls(
  lists: Lists,
  filter: LogFilter,
  step: number,
): Promise<CallCount[]> {
  const counts = new Map<number, { answered: number; failed: number; refused: number }>()
  const at = (began: number) => {
    const known = counts.get(began) ?? { answered: 0, failed: 0, refused: 0 }
    counts.set(began, known)
    return known
  }
  for (const { began, type, rows } of await rowsByType(lists, filter, step)) {
    if (type === LOG_TYPE.consumption) at(Number(began)).answered += Number(rows)
    else at(Number(began)).failed += Number(rows)
  }
  for (const { began, rows, calls } of await refusals(lists, filter, step)) {
    const count = at(Number(began))
    count.failed -= Number(rows)
    count.refused += Number(calls)
  }
  return [...counts].map(([began, count]) => ({ at: began, ...count })).sort((a, b) => a.at - b.at)
}

function beganAt(createdAt: Expression<number>, step: number) {
  return sql<number>`${createdAt} - ${createdAt} % ${sql.lit(step)}`
}

async function rowsByType(lists: Lists, filter: LogFilter, step: number) {
  const query = lists
    .selectFrom('logs')
    .select((e) => [
      beganAt(e.ref('created_at'), step).as('began'),
      'type',
      e.fn.countAll<number>().as('rows'),
    ])
    .where('type', 'in', [LOG_TYPE.consumption, LOG_TYPE.error])
  return await narrowed(query, filter).groupBy(['began', 'type']).execute()
}

async function refusals(lists: Lists, filter: LogFilter, step: number) {
  const query = lists
    .selectFrom('logs')
    .select((e) => [
      beganAt(e.ref('created_at'), step).as('began'),
      e.fn.countAll<number>().as('rows'),
      e.cast<number>(e.fn.sum('calls'), 'bigint').as('calls'),
    ])
    .where('type', '=', LOG_TYPE.error)
    .where('channel_id', '=', 0)
  return await narrowed(query, filter).groupBy('began').execute()
}
