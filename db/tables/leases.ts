import { type Kysely, type Selectable, sql } from 'kysely'
import type { Db } from '../db'
import type { LeasesTable, Schema } from '../schema'

export interface LeaseClaim {
  readonly name: string
  readonly holder: string
  readonly nowMs: number
  /** The lease is lost then, unless it is extended. */
  readonly untilMs: number
  /** Refused while less than this lies between the last beginning and now. */
  readonly everyMs: number
}

/** Of the database where several processes share one: their own clocks may differ. */
export async function leaseClockMs(db: Db, nowMs: number): Promise<number> {
  if (db.kind === 'sqlite') return nowMs
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db.reader)
  return Number(rows[0]?.now ?? nowMs)
}

/** Nodes differ by less, and no lease is this long. */
const WRONG_CLOCK_MS = 3_600_000

/**
 * Later times than this are of a clock that was ahead: work must not wait until the time that
 * it showed.
 */
export function wrongClockMs(nowMs: number): number {
  return nowMs + WRONG_CLOCK_MS
}

/**
 * Whether the holder has the lease now. Work that was never begun counts as begun when it is
 * first claimed, so that a restart does not set everything off at once.
 */
export async function takeLease(trx: Kysely<Schema>, claim: LeaseClaim): Promise<boolean> {
  const { name, holder, nowMs, untilMs, everyMs } = claim
  const beyondMs = wrongClockMs(nowMs)
  await trx
    .insertInto('leases')
    .values({ name, holder: '', until_at: 0, last_at: nowMs })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const taken = await trx
    .updateTable('leases')
    .set({ holder, until_at: untilMs, last_at: nowMs })
    .where('name', '=', name)
    .where((row) => row.or([row('until_at', '<=', nowMs), row('until_at', '>', beyondMs)]))
    .where((row) => row.or([row('last_at', '<=', nowMs - everyMs), row('last_at', '>', beyondMs)]))
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}

/** Whether the holder still had it. */
export async function extendLease(
  trx: Kysely<Schema>,
  lease: Pick<LeaseClaim, 'name' | 'holder' | 'untilMs'>,
): Promise<boolean> {
  const extended = await trx
    .updateTable('leases')
    .set({ until_at: lease.untilMs })
    .where('name', '=', lease.name)
    .where('holder', '=', lease.holder)
    .returning('name')
    .executeTakeFirst()
  return extended !== undefined
}

export async function dropLease(
  trx: Kysely<Schema>,
  { name, holder }: Pick<LeaseClaim, 'name' | 'holder'>,
): Promise<void> {
  await trx
    .updateTable('leases')
    .set({ holder: '', until_at: 0 })
    .where('name', '=', name)
    .where('holder', '=', holder)
    .execute()
}

export type LeaseRow = Selectable<LeasesTable>

export async function findLease(
  reader: Kysely<Schema>,
  name: string,
): Promise<LeaseRow | undefined> {
  return await reader.selectFrom('leases').selectAll().where('name', '=', name).executeTakeFirst()
}
