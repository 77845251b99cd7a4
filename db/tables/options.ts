/**
 * Options as texts. Those that tell prices are views: the table that is stored, or shipped, with
 * the prices of single models over it. Writing one whole replaces what single models have of it.
 */
import type { Kysely } from 'kysely'
import { optionRow } from '../../server/domain/options'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceField,
  type PriceRow,
  priceFieldOf,
  tableWith,
} from '../../server/domain/prices/price-row'
import type { Schema } from '../schema'
import { allPrices, clearPriceField } from './prices'

export interface StoredOption {
  readonly key: string
  /** As written; sealed for secret options. */
  readonly value: string
}

export async function allOptions(reader: Kysely<Schema>): Promise<StoredOption[]> {
  const stored = await reader.selectFrom('options').selectAll().orderBy('key').execute()
  const prices = await allPrices(reader)
  if (prices.length === 0) return stored
  const texts = new Map(stored.map(({ key, value }) => [key, value]))
  for (const field of PRICE_FIELDS) {
    const key = FIELD_OPTIONS[field]
    const text = priceText(field, texts.get(key), prices)
    if (text !== undefined) texts.set(key, text)
  }
  return [...texts].map(([key, value]) => ({ key, value }))
}

export async function findOption(
  reader: Kysely<Schema>,
  key: string,
): Promise<StoredOption | undefined> {
  const stored = await reader
    .selectFrom('options')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst()
  const field = priceFieldOf(key)
  if (field === undefined) return stored
  const value = priceText(field, stored?.value, await allPrices(reader))
  return value === undefined ? undefined : { key, value }
}

/** `undefined` where nothing is stored; a stored text that cannot be read is left as it is. */
function priceText(
  field: PriceField,
  stored: string | undefined,
  prices: readonly PriceRow[],
): string | undefined {
  const own = prices.filter(({ price }) => price[field] !== undefined)
  if (own.length === 0) return stored
  const row = optionRow(FIELD_OPTIONS[field])
  return row.format(tableWith(Object(readable(row, stored)), own, field))
}

function readable(row: ReturnType<typeof optionRow>, stored: string | undefined): unknown {
  if (stored === undefined) return row.default
  try {
    return row.parse(stored)
  } catch {
    // What is in force then, too.
    return row.default
  }
}

export async function writeOption(trx: Kysely<Schema>, option: StoredOption): Promise<void> {
  const field = priceFieldOf(option.key)
  if (field !== undefined) await clearPriceField(trx, field)
  await trx
    .insertInto('options')
    .values(option)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: option.value }))
    .execute()
}

/** Back to the built-in default: only changed options have rows. */
export async function removeOption(trx: Kysely<Schema>, key: string): Promise<void> {
  const field = priceFieldOf(key)
  if (field !== undefined) await clearPriceField(trx, field)
  await trx.deleteFrom('options').where('key', '=', key).execute()
}
