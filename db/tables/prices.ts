/** Prices of single models: JSON of the fields that were set, `null` for those taken away. */
import { Value } from '@sinclair/typebox/value'
import type { Kysely } from 'kysely'
import { type PriceField, PriceJson, type PriceRow } from '../../server/domain/prices/price-row'
import { recordOf } from '../../server/domain/records'
import type { Schema } from '../schema'

export async function allPrices(reader: Kysely<Schema>): Promise<readonly PriceRow[]> {
  const rows = await reader
    .selectFrom('prices')
    .select(['model', 'price'])
    .orderBy('model')
    .execute()
  return rows.flatMap(({ model, price: text }) => {
    const price = recordOf(text)
    // A row that somebody broke by hand must not stop the gateway.
    return Value.Check(PriceJson, price) ? [{ model, price }] : []
  })
}

export async function writePrice(
  trx: Kysely<Schema>,
  { model, price }: PriceRow,
  nowMs: number,
): Promise<void> {
  if (Object.keys(price).length === 0) {
    await trx.deleteFrom('prices').where('model', '=', model).execute()
    return
  }
  const row = { model, price: JSON.stringify(price), updated_at: nowMs }
  await trx
    .insertInto('prices')
    .values(row)
    .onConflict((conflict) => conflict.column('model').doUpdateSet(row))
    .execute()
}

/** Nothing of this field is set for single models any more. */
export async function clearPriceField(trx: Kysely<Schema>, field: PriceField): Promise<void> {
  for (const { model, price } of await allPrices(trx)) {
    if (!Object.hasOwn(price, field)) continue
    const { [field]: _, ...rest } = price
    const text = JSON.stringify(rest)
    if (text === '{}') await trx.deleteFrom('prices').where('model', '=', model).execute()
    else await trx.updateTable('prices').set({ price: text }).where('model', '=', model).execute()
  }
}
