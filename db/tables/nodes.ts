/**
 * Who is alive of the processes that share a PostgreSQL database. All times are the database's:
 * the clocks of the nodes may differ. A SQLite file needs none of this, its lock says it all.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db'

/** A node that has not reported for so long is taken for dead. */
const SILENT_MS = 60_000

/** Says that this process lives. One statement, so a node that lost its row has it back. */
export async function beat(db: Db, nowMs: number): Promise<void> {
  const row = { id: db.node, beat_at: now(db, nowMs) }
  await db.kysely
    .insertInto('nodes')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: row.beat_at }))
    .execute()
}

/** What this process still holds may be given back at once. */
export async function leave(db: Db): Promise<void> {
  await db.kysely.deleteFrom('nodes').where('id', '=', db.node).execute()
}

/** Rows of the dead, once nothing is held in their name any more. */
export async function forgetSilent(db: Db, nowMs: number): Promise<void> {
  await db.kysely
    .deleteFrom('nodes')
    .where('beat_at', '<', silentBefore(db, nowMs))
    .where('id', 'not in', (query) => query.selectFrom('reservations').select('holder'))
    .execute()
}

/** Whoever has not reported since is taken for dead. */
export function silentBefore(db: Db, nowMs: number): RawBuilder<number> {
  return sql<number>`${now(db, nowMs)} - ${sql.lit(SILENT_MS)}`
}

function now(db: Db, nowMs: number): RawBuilder<number> {
  if (db.kind === 'sqlite') return sql<number>`${nowMs}`
  return sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
}
