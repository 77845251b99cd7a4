/**
 * What an operator sets for a model, one field for each option of the family that sets it for
 * all models at once. `null` takes away what the built-in tables or a saved option say.
 */
import type { Static } from '@sinclair/typebox'
import type * as schema from './price-schema'

export type PriceStepJson = Static<typeof schema.Step>
export type PriceJson = Static<typeof schema.PriceJson>
export type PriceField = keyof PriceJson
export type PriceRow = Static<typeof schema.PriceRowJson>

/** The option whose text sets each field for all models. */
export const FIELD_OPTIONS = {
  model_price: 'ModelPrice',
  model_ratio: 'ModelRatio',
  completion_ratio: 'CompletionRatio',
  cache_ratio: 'CacheRatio',
  create_cache_ratio: 'CreateCacheRatio',
  audio_ratio: 'AudioRatio',
  audio_completion_ratio: 'AudioCompletionRatio',
  image_ratio: 'ImageRatio',
  unit_prices: 'UnitPrices',
  steps: 'PriceSteps',
  tiers: 'PriceTiers',
} as const satisfies Record<PriceField, string>

export type PriceOption = (typeof FIELD_OPTIONS)[PriceField]

export const PRICE_FIELDS = Object.keys(FIELD_OPTIONS) as readonly PriceField[]
export const ALL_PRICE_OPTIONS: readonly PriceOption[] = Object.values(FIELD_OPTIONS)

/** The field that an option sets; `undefined` for options that are no prices. */
export function priceFieldOf(option: string): PriceField | undefined {
  return PRICE_FIELDS.find((field) => FIELD_OPTIONS[field] === option)
}

type ByModel = Readonly<Record<string, unknown>>

/** One field for all models: rows over a table, whose entries keep their places. */
export function tableWith(base: ByModel, rows: readonly PriceRow[], field: PriceField): ByModel {
  const table = new Map(Object.entries(base))
  for (const { model, price } of rows) {
    const value = price[field]
    if (value === null) table.delete(model)
    else if (value !== undefined) table.set(model, value)
  }
  return Object.fromEntries(table)
}

/** What turns the one set of tables into the other, a row for each model that differs. */
export function rowsBetween(
  before: (option: PriceOption) => ByModel,
  after: (option: PriceOption) => ByModel,
): readonly PriceRow[] {
  const found = new Map<string, Record<string, unknown>>()
  for (const field of PRICE_FIELDS) {
    const [old, wanted] = [before(FIELD_OPTIONS[field]), after(FIELD_OPTIONS[field])]
    for (const model of new Set([...Object.keys(old), ...Object.keys(wanted)])) {
      const value = Object.hasOwn(wanted, model) ? wanted[model] : null
      const known = Object.hasOwn(old, model) ? old[model] : null
      if (JSON.stringify(value) === JSON.stringify(known)) continue
      const price = found.get(model) ?? {}
      price[field] = value
      found.set(model, price)
    }
  }
  return [...found].map(([model, price]) => ({ model, price }))
}

/** Everything taken away that is set; {} where nothing is. */
export function removedPrice(price: PriceJson): PriceJson {
  return Object.fromEntries(Object.keys(price).map((field) => [field, null]))
}
