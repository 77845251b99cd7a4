/** What is used of limits. A counter belongs to a limit and begins with its window. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CounterChange } from '../../server/domain/limits/counters'
import type { Limit, LimitWindow } from '../../server/domain/limits/limit'
import { spanOf } from '../../server/domain/limits/span'
import type { Schema } from '../schema'

/** In the order given, in which every writer takes them. */
export async function addToCounters(
  trx: Transaction<Schema>,
  changes: readonly CounterChange[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ limitId, startMs, delta }) => {
    return { limit_id: limitId, start_at: startMs, used: delta }
  })
  await trx
    .insertInto('limit_counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['limit_id', 'start_at']).doUpdateSet((eb) => ({
        used: eb('limit_counters.used', '+', eb.ref('excluded.used')),
      })),
    )
    .execute()
}

/** Below every engine's limit of parameters. */
const LIMITS_PER_QUERY = 100

/** What counts of each limit now, by its id and by when the counter began (epoch ms). */
export async function readCounters(
  reader: Kysely<Schema>,
  limits: readonly Limit[],
  nowMs: number,
): Promise<ReadonlyMap<number, ReadonlyMap<number, number>>> {
  const counters = new Map(limits.map(({ id }) => [id, new Map<number, number>()]))
  for (let at = 0; at < limits.length; at += LIMITS_PER_QUERY) {
    const some = limits.slice(at, at + LIMITS_PER_QUERY)
    const rows = await reader
      .selectFrom('limit_counters')
      .select(['limit_id', 'start_at', 'used'])
      .where((row) =>
        row.or(
          some.map((limit) =>
            row.and([
              row('limit_id', '=', limit.id),
              row('start_at', '>=', Math.max(0, spanOf(limit, nowMs).fromMs)),
            ]),
          ),
        ),
      )
      .execute()
    for (const { limit_id, start_at, used } of rows) counters.get(limit_id)?.set(start_at, used)
  }
  return counters
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** After this nobody asks for a counter any more, nor for what a late bill might add to it. */
const KEPT_MS: Readonly<Partial<Record<LimitWindow, number>>> = {
  minute: 15 * MINUTE_MS,
  '5h': 7 * 60 * MINUTE_MS,
  day: 40 * DAY_MS,
  week: 100 * DAY_MS,
  month: 400 * DAY_MS,
}

/** Deletes at most `limit` counters that are over; returns how many. */
export async function purgeCounters(
  trx: Transaction<Schema>,
  nowMs: number,
  limit: number,
): Promise<number> {
  const isOver = sql.join(
    Object.entries(KEPT_MS).map(
      ([window, keptMs]) => sql`(l."window" = ${window} and c.start_at < ${nowMs - keptMs})`,
    ),
    sql` or `,
  )
  const { numAffectedRows } = await sql`
    delete from limit_counters where (limit_id, start_at) in (
      select c.limit_id, c.start_at from limit_counters c left join limits l on l.id = c.limit_id
      where (l.id is null and c.limit_id > 0) or (c.start_at > 0 and (${isOver})) limit ${limit}
    )`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
