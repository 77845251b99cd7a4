/**
 * The permit of Valkey: what may be counted there, and until when. All nodes of a site follow one
 * row of PostgreSQL, so that a limit is never passed, not even while they change between the two
 * places or see different ones.
 *
 * The rule. A limit of L events within a window is two shares: Valkey counts at most half of it,
 * rounded down, and PostgreSQL the rest. Each place is exact about its own share, so both together
 * pass at most L, whoever asks where.
 * - A node asks Valkey only for some seconds after it has renewed the permit, and `until_at` is
 *   never before the last such moment. Valkey counts only while a mark is there, which is renewed
 *   for as long and first: a node whose clock stood still with its machine counts nothing after.
 * - PostgreSQL counts against its share as long as something that Valkey has passed may be within
 *   the window, which is until `until_at` and a window more. After that the whole limit is its own.
 * - Counts that are lost (Valkey was restarted, emptied, replaced) are never trusted again: the
 *   permit runs out, and the next one is of another generation. That is asked for a window only
 *   when the window has passed since `before_at`, the end of the earlier ones.
 * - A permit begins while PostgreSQL may have passed a whole limit. Until a window has passed since
 *   `since_at`, Valkey counts what PostgreSQL had counted of a key until then as its own before it
 *   passes anything. Counting in PostgreSQL and the beginning of a permit wait for each other.
 */
import { sql } from 'kysely'
import type { Db } from '../db'

/** Shared by whoever counts, held alone by whoever begins a permit. */
export const PERMIT_LOCK = 7_405_060

/** Times are epoch ms by the clock of the database. */
export interface ValkeyPermit {
  readonly generation: string
  readonly since_at: number
  readonly before_at: number
  readonly until_at: number
  readonly now: number
}

const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
const FIELDS = sql`generation, since_at, before_at, until_at, ${NOW} as now`

/** `undefined` where no permit has ever begun. */
export async function readPermit(db: Db): Promise<ValkeyPermit | undefined> {
  const found = await sql<ValkeyPermit>`select ${FIELDS} from valkey_permit where id = 1`.execute(
    db.kysely,
  )
  return found.rows[0]
}

/** `undefined` when it is over, or of another generation. */
export async function renewPermit(
  db: Db,
  { generation, forMs }: { readonly generation: string; readonly forMs: number },
): Promise<ValkeyPermit | undefined> {
  const renewed = await sql<ValkeyPermit>`update valkey_permit
    set until_at = greatest(until_at, ${NOW} + ${forMs}::bigint)
    where id = 1 and generation = ${generation} and until_at > ${NOW}
    returning ${FIELDS}`.execute(db.kysely)
  return renewed.rows[0]
}

/** `undefined` while there is another one. */
export async function beginPermit(
  db: Db,
  { generation, forMs }: { readonly generation: string; readonly forMs: number },
): Promise<ValkeyPermit | undefined> {
  return await db.kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(PERMIT_LOCK)})`.execute(trx)
    const begun = await sql<ValkeyPermit>`
      insert into valkey_permit as p (id, generation, since_at, before_at, until_at)
        values (1, ${generation}, ${NOW}, 0, ${NOW} + ${forMs}::bigint)
      on conflict (id) do update set generation = excluded.generation,
        since_at = excluded.since_at, before_at = p.until_at, until_at = excluded.until_at
        where p.until_at <= ${NOW}
      returning ${FIELDS}`.execute(trx)
    return begun.rows[0]
  })
}
