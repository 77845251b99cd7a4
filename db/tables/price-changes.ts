/** Every change of prices as one row, so that it can be undone; those to come as well. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { PriceChangesTable } from '../schema/prices'

export type PriceChangeRow = Selectable<PriceChangesTable>
export type PriceChangeHead = Omit<PriceChangeRow, 'prices' | 'before' | 'after'>

export async function insertPriceChange(
  trx: Kysely<Schema>,
  row: Insertable<PriceChangesTable>,
): Promise<number> {
  const { id } = await trx
    .insertInto('price_changes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findPriceChange(
  reader: Kysely<Schema>,
  id: number,
): Promise<PriceChangeRow | undefined> {
  return await reader
    .selectFrom('price_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
}

const HEAD = [
  ...(['id', 'state', 'source', 'actor', 'failure', 'models'] as const),
  ...(['begins_at', 'created_at', 'ended_at'] as const),
] as const

/** The newest first. */
export async function listPriceChanges(
  lists: Lists,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<PriceChangeHead[]> {
  return await lists
    .selectFrom('price_changes')
    .select(HEAD)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countPriceChanges(lists: Lists): Promise<number> {
  const row = await lists
    .selectFrom('price_changes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Scheduled ones whose time has come, in the order of their times. */
export async function duePriceChanges(reader: Kysely<Schema>, nowMs: number): Promise<number[]> {
  const rows = await reader
    .selectFrom('price_changes')
    .select('id')
    .where('state', '=', 'scheduled')
    .where('begins_at', '<=', nowMs)
    .orderBy('begins_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** For one caller only: `undefined` when the change is in another state by now. */
export async function movePriceChange(
  trx: Kysely<Schema>,
  { id, from }: { readonly id: number; readonly from: PriceChangeRow['state'] },
  change: Updateable<PriceChangesTable>,
): Promise<PriceChangeRow | undefined> {
  return await trx
    .updateTable('price_changes')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()
}

/** All but the newest so many; those to come stay. */
export async function forgetPriceChanges(trx: Kysely<Schema>, count: number): Promise<void> {
  const newest = trx.selectFrom('price_changes').select('id').orderBy('id', 'desc').limit(count)
  await trx
    .deleteFrom('price_changes')
    .where('state', '!=', 'scheduled')
    .where('id', 'not in', newest)
    .execute()
}
