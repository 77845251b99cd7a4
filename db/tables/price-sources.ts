/** Where prices are read from, and what of it waits for a person. */
import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { PriceReviewsTable, PriceSourcesTable } from '../schema/prices'

export type PriceSourceRow = Selectable<PriceSourcesTable>
export type PriceReviewRow = Selectable<PriceReviewsTable>

export async function allPriceSources(reader: Lists | Kysely<Schema>): Promise<PriceSourceRow[]> {
  return await reader.selectFrom('price_sources').selectAll().orderBy('name').execute()
}

export async function findPriceSource(
  reader: Kysely<Schema>,
  by: { readonly id: number } | { readonly name: string },
): Promise<PriceSourceRow | undefined> {
  const all = reader.selectFrom('price_sources').selectAll()
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  return await one.executeTakeFirst()
}

/** Those whose time has come, the one that waits longest first. */
export async function duePriceSources(
  reader: Kysely<Schema>,
  nowMs: number,
): Promise<PriceSourceRow[]> {
  return await reader
    .selectFrom('price_sources')
    .selectAll()
    .where('every_hours', '>', 0)
    .where('next_at', '<=', nowMs)
    .orderBy('next_at')
    .execute()
}

export async function insertPriceSource(
  trx: Kysely<Schema>,
  row: Insertable<PriceSourcesTable>,
): Promise<PriceSourceRow> {
  return await trx.insertInto('price_sources').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updatePriceSource(
  trx: Kysely<Schema>,
  id: number,
  change: Updateable<PriceSourcesTable>,
): Promise<void> {
  await trx.updateTable('price_sources').set(change).where('id', '=', id).execute()
}

export async function deletePriceSource(trx: Kysely<Schema>, id: number): Promise<void> {
  await trx.deleteFrom('price_sources').where('id', '=', id).execute()
}

export async function priceReviews(
  reader: Lists | Kysely<Schema>,
  by: { readonly source?: string; readonly state?: PriceReviewRow['state'] },
): Promise<PriceReviewRow[]> {
  let query = reader.selectFrom('price_reviews').selectAll().orderBy('source').orderBy('model')
  if (by.source !== undefined) query = query.where('source', '=', by.source)
  if (by.state !== undefined) query = query.where('state', '=', by.state)
  return await query.execute()
}

/** Parameters of one statement are bounded in both databases. */
const ROWS_AT_ONCE = 500

/** Instead of everything that the source had there. */
export async function replacePriceReviews(
  trx: Kysely<Schema>,
  source: string,
  rows: readonly Insertable<PriceReviewsTable>[],
): Promise<void> {
  await trx.deleteFrom('price_reviews').where('source', '=', source).execute()
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    await trx.insertInto('price_reviews').values(some).execute()
  }
}

export async function setPriceReviews(
  trx: Kysely<Schema>,
  ids: readonly number[],
  change: Updateable<PriceReviewsTable> | 'delete',
): Promise<void> {
  for (let at = 0; at < ids.length; at += ROWS_AT_ONCE) {
    const some = ids.slice(at, at + ROWS_AT_ONCE)
    if (change === 'delete') {
      await trx.deleteFrom('price_reviews').where('id', 'in', some).execute()
    } else await trx.updateTable('price_reviews').set(change).where('id', 'in', some).execute()
  }
}
