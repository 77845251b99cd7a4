/** Prices of single models: JSON of the fields that were set, `null` for those taken away. */
import { Value } from '@sinclair/typebox/value'
import type { Kysely } from 'kysely'
import { recordOf } from '../../server/domain/json/records'
import type { PriceField, PriceJson, PriceRow } from '../../server/domain/prices/price-row'
import { PriceJson as PriceSchema } from '../../server/domain/prices/price-schema'
import type { Schema } from '../schema'

export async function allPrices(reader: Kysely<Schema>): Promise<readonly PriceRow[]> {
  const rows = await reader
    .selectFrom('prices')
    .select(['model', 'price'])
    .orderBy('model')
    .execute()
  return rows.flatMap(({ model, price: text }) => {
    const price = priceIn(text)
    return price === undefined ? [] : [{ model, price }]
  })
}

/** Texts that were read already, since the relay's thread reads all of them at every change. */
const read = new Map<string, PriceJson | undefined>()
const MOST_READ = 20_000

/** `undefined` for a row that somebody broke by hand, which must not stop the gateway. */
function priceIn(text: string): PriceJson | undefined {
  if (read.has(text)) return read.get(text)
  const price = recordOf(text)
  const known = Value.Check(PriceSchema, price) ? price : undefined
  if (read.size >= MOST_READ) read.clear()
  read.set(text, known)
  return known
}

/** Parameters of one statement are bounded in both databases. */
const ROWS_AT_ONCE = 500

/** A row without fields goes. */
export async function writePrices(trx: Kysely<Schema>, prices: readonly PriceRow[]): Promise<void> {
  const isEmpty = ({ price }: PriceRow) => Object.keys(price).length === 0
  const gone = prices.filter(isEmpty).map(({ model }) => model)
  const filled = prices.filter((row) => !isEmpty(row))
  for (let at = 0; at < gone.length; at += ROWS_AT_ONCE) {
    const models = gone.slice(at, at + ROWS_AT_ONCE)
    await trx.deleteFrom('prices').where('model', 'in', models).execute()
  }
  for (let at = 0; at < filled.length; at += ROWS_AT_ONCE) {
    const rows = filled.slice(at, at + ROWS_AT_ONCE).map(({ model, price }) => ({
      model,
      price: JSON.stringify(price),
    }))
    await trx
      .insertInto('prices')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('model').doUpdateSet((e) => ({ price: e.ref('excluded.price') })),
      )
      .execute()
  }
}

/** Nothing of this field is set for single models any more. */
export async function clearPriceField(trx: Kysely<Schema>, field: PriceField): Promise<void> {
  const changed = (await allPrices(trx)).flatMap(({ model, price }) => {
    if (!Object.hasOwn(price, field)) return []
    const { [field]: _, ...rest } = price
    return [{ model, price: rest }]
  })
  await writePrices(trx, changed)
}
