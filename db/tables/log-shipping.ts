/**
 * Which rows of the log have been copied elsewhere. A range is noted before it is sent and again
 * when it has arrived: whoever goes on after a crash sends the very same rows once more.
 */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { LogShippingTable, Schema } from '../schema'

export type Shipping = Pick<
  Selectable<LogShippingTable>,
  'shipped_id' | 'planned_id' | 'shipped_at'
>

/** What is read there and no longer here. */
export type LogAway = Omit<Selectable<LogShippingTable>, 'sink' | keyof Shipping>

const NOTHING: Shipping & LogAway = {
  ...{ shipped_id: 0, planned_id: 0, shipped_at: 0 },
  ...{ away_from: 0, away_before: 0, away_upto_id: 0, away_since: 0 },
}

export async function findShipping(
  reader: Kysely<Schema>,
  sink: string,
): Promise<Shipping & LogAway> {
  const row = await reader
    .selectFrom('log_shipping')
    .selectAll()
    .where('sink', '=', sink)
    .executeTakeFirst()
  return row ?? NOTHING
}

export async function putShipping(
  trx: Transaction<Schema>,
  sink: string,
  shipping: Shipping,
): Promise<void> {
  await trx
    .insertInto('log_shipping')
    .values({ sink, ...shipping })
    .onConflict((conflict) => conflict.column('sink').doUpdateSet(shipping))
    .execute()
}

/** Once something was copied. */
export async function setAway(
  trx: Transaction<Schema>,
  sink: string,
  away: Partial<LogAway>,
): Promise<void> {
  await trx.updateTable('log_shipping').set(away).where('sink', '=', sink).execute()
}

/** What was older is deleted here, and read nowhere any more. */
export async function forgetBefore(
  trx: Transaction<Schema>,
  sink: string,
  seconds: number,
): Promise<void> {
  await trx
    .updateTable('log_shipping')
    .set({ away_from: seconds })
    .where('sink', '=', sink)
    .where('away_from', '<', seconds)
    .execute()
}
