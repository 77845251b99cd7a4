/**
 * Which rows of the log have been copied elsewhere. A range is noted before it is sent and again
 * when it has arrived: whoever goes on after a crash sends the very same rows once more.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Lists } from '../lists'
import type { LogShippingTable, Schema } from '../schema'
import type { LogRow } from './logs'

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

export interface RangeQuestion {
  readonly afterId: number
  readonly most: number
  /** Epoch seconds: what is newer may still be joined by rows with smaller ids. */
  readonly upTo: number
}

/** The last id of the next range; `undefined` when there is nothing to send. */
export async function endOfRange(
  lists: Lists,
  { afterId, most, upTo }: RangeQuestion,
): Promise<number | undefined> {
  const row = await lists
    .selectFrom((e) =>
      e
        .selectFrom('logs')
        .select('id')
        .where('id', '>', afterId)
        .where('created_at', '<=', upTo)
        .orderBy('id')
        .limit(most)
        .as('next'),
    )
    .select(({ fn }) => fn.max('next.id').as('id'))
    .executeTakeFirst()
  return row?.id === null || row?.id === undefined ? undefined : Number(row.id)
}

/** Every row of the range, oldest first. */
export async function rowsOfRange(
  lists: Lists,
  { shipped_id, planned_id }: Pick<Shipping, 'shipped_id' | 'planned_id'>,
): Promise<LogRow[]> {
  return await lists
    .selectFrom('logs')
    .selectAll()
    .where('id', '>', shipped_id)
    .where('id', '<=', planned_id)
    .orderBy('id')
    .execute()
}
