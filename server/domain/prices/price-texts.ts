/** The sheet of prices as the settings that keep it. */
import { OPTIONS } from '../options'
import type { PriceTables } from './lookup'
import {
  FIELD_OPTIONS,
  PRICE_FIELDS,
  type PriceJson,
  type PriceRow,
  type PriceOption as PriceTextOption,
  rowsBetween,
} from './price-row'
import { PRICE_COLUMNS, PRICE_OPTIONS, type PriceColumn } from './price-sheet'

type PriceOption = (typeof PRICE_OPTIONS)[PriceColumn]

/** Throws `option.invalid` when one of the four is not what it should be. */
export function pricesFromTexts(textOf: (key: PriceOption) => string): PriceTables {
  return {
    modelPrice: OPTIONS.ModelPrice.parse(textOf('ModelPrice')),
    modelRatio: OPTIONS.ModelRatio.parse(textOf('ModelRatio')),
    completionRatio: OPTIONS.CompletionRatio.parse(textOf('CompletionRatio')),
    cacheRatio: OPTIONS.CacheRatio.parse(textOf('CacheRatio')),
  }
}

export function pricesAsTexts(tables: PriceTables): Readonly<Record<PriceOption, string>> {
  const texts = PRICE_COLUMNS.map((column) => {
    const key = PRICE_OPTIONS[column]
    return [key, OPTIONS[key].format(tables[column])]
  })
  return Object.fromEntries(texts)
}

interface PriceChange extends PriceRow {
  /** The model's full price before. */
  readonly was: PriceJson
}

/** What turns the stored texts of price options into others, as rows that one request saves. */
export function priceRowsBetween(
  before: (key: PriceTextOption) => string,
  after: (key: PriceTextOption) => string,
): readonly PriceChange[] {
  const tables = (textOf: typeof before) => (key: PriceTextOption) =>
    OPTIONS[key].parse(textOf(key))
  const old = PRICE_FIELDS.map((field) => [field, tables(before)(FIELD_OPTIONS[field])] as const)
  return rowsBetween(tables(before), tables(after)).map(({ model, price }) => {
    const set = old.filter(([, table]) => Object.hasOwn(table, model))
    const was = Object.fromEntries(set.map(([field, table]) => [field, table[model]]))
    return { model, price, was }
  })
}
