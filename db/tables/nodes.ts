/**
 * Who serves the database, and is alive of those that share one on PostgreSQL. All times are the
 * database's: the clocks of the nodes may differ.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db'
import type { Schema } from '../schema'

/** A node that has not reported for so long is taken for dead. */
const SILENT_MS = 60_000

/** What a process knows of itself. */
export interface NodeFacts {
  readonly version: string
  /** Name of the machine, and number of the process. */
  readonly host: string
  readonly in_flight: number
  readonly calls_per_minute: number
  /** Thousandths of a core, since the last time. */
  readonly cpu_permille: number
  readonly rss_bytes: number
  /** Calls that are over and not booked yet. */
  readonly settlements_waiting: number
}

export interface NodeRow extends NodeFacts {
  readonly id: string
  /** Epoch milliseconds by the database's clock, as is `started_at`. */
  readonly beat_at: number
  readonly started_at: number
  readonly draining: number
  /** Whether it has reported lately. */
  readonly is_alive: boolean
}

/** Anew: what was wanted of an earlier process is over. */
export async function enter(db: Db, nowMs: number, facts: NodeFacts): Promise<void> {
  const at = now(db, nowMs)
  const row = { ...facts, beat_at: at, started_at: at, draining: 0 }
  await db.kysely
    .insertInto('nodes')
    .values({ id: db.node, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/**
 * Says that this process lives, and learns whether it is to be drained. One statement, so a node
 * that lost its row has it back.
 */
export async function beat(db: Db, nowMs: number, facts: NodeFacts): Promise<boolean> {
  const at = now(db, nowMs)
  const said = { ...facts, beat_at: at }
  const row = await db.kysely
    .insertInto('nodes')
    .values({ id: db.node, started_at: at, ...said })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(said))
    .returning('draining')
    .executeTakeFirstOrThrow()
  return row.draining === 1
}

/** The longest running first. */
export async function listNodes(db: Db, nowMs: number): Promise<NodeRow[]> {
  const rows = await db.lists
    .selectFrom('nodes')
    .selectAll()
    .select(
      sql<number>`case when beat_at >= ${silentBefore(db, nowMs)} then 1 else 0 end`.as('alive'),
    )
    .orderBy('started_at')
    .execute()
  return rows.map(({ alive, ...row }) => ({ ...row, is_alive: alive === 1 }))
}

/** Whether there is such a node. */
export async function setDraining(
  trx: Kysely<Schema>,
  id: string,
  draining: 0 | 1,
): Promise<boolean> {
  const rows = await trx
    .updateTable('nodes')
    .set({ draining })
    .where('id', '=', id)
    .returning('id')
    .execute()
  return rows.length > 0
}

/** What this process still holds may be given back at once. */
export async function leave(db: Db): Promise<void> {
  await db.kysely.deleteFrom('nodes').where('id', '=', db.node).execute()
}

/** For whoever starts and knows that nobody else runs: what the others held is nobody's. */
export async function forgetOthers(db: Db): Promise<void> {
  await db.kysely.deleteFrom('nodes').where('id', '<>', db.node).execute()
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
