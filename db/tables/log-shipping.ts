/**
 * Which rows of the log have been copied elsewhere. A range is noted before it is sent and again
 * when it has arrived: whoever goes on after a crash sends the very same rows once more.
 */
import type { Kysely, Transaction } from 'kysely'
import type { LogShippingTable, Schema } from '../schema'

export type Shipping = Omit<LogShippingTable, 'sink'>

export async function findShipping(reader: Kysely<Schema>, sink: string): Promise<Shipping> {
  const row = await reader
    .selectFrom('log_shipping')
    .select(['shipped_id', 'planned_id', 'shipped_at'])
    .where('sink', '=', sink)
    .executeTakeFirst()
  return row ?? { shipped_id: 0, planned_id: 0, shipped_at: 0 }
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
