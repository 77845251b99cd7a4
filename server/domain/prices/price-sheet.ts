/** The four tables of prices as one sheet: what changes in it, and what changed makes of it. */
import type { OptionKey } from '../options'
import type { PriceTables } from './lookup'

export type PriceColumn = Exclude<keyof PriceTables, 'more'>

/** The option that keeps each column. */
export const PRICE_OPTIONS = {
  modelPrice: 'ModelPrice',
  modelRatio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
} as const satisfies Record<PriceColumn, string>

/** All of them, saved as one sheet. */
export const PRICE_KEYS: readonly OptionKey[] = Object.values(PRICE_OPTIONS)

export const PRICE_COLUMNS = Object.keys(PRICE_OPTIONS) as readonly PriceColumn[]

export const NO_PRICES: PriceTables = {
  modelPrice: {},
  modelRatio: {},
  completionRatio: {},
  cacheRatio: {},
}

export interface PriceChange {
  readonly model: string
  readonly column: PriceColumn
  /** `undefined` for an entry that is new. */
  readonly from: number | undefined
  /** `undefined` for an entry that goes. */
  readonly to: number | undefined
}

/** By model, then in the order of the columns. */
export function priceChanges(from: PriceTables, to: PriceTables): readonly PriceChange[] {
  const models = new Set(
    PRICE_COLUMNS.flatMap((name) => Object.keys({ ...from[name], ...to[name] })),
  )
  return [...models].sort(byName).flatMap((model) =>
    PRICE_COLUMNS.map((column) => ({
      model,
      column,
      from: entryOf(from[column], model),
      to: entryOf(to[column], model),
    })).filter((change) => change.from !== change.to),
  )
}

export interface ImportedChanges {
  readonly changes: readonly PriceChange[]
  /** Entries that are here already as they are there. */
  readonly unchanged: number
}

/** What taking over entries from elsewhere would change; nothing goes because it is not there. */
export function importedChanges(here: PriceTables, there: Partial<PriceTables>): ImportedChanges {
  const merged = {
    ...here,
    modelPrice: { ...here.modelPrice, ...there.modelPrice },
    modelRatio: { ...here.modelRatio, ...there.modelRatio },
    completionRatio: { ...here.completionRatio, ...there.completionRatio },
    cacheRatio: { ...here.cacheRatio, ...there.cacheRatio },
  }
  const changes = priceChanges(here, merged)
  const counts = PRICE_COLUMNS.map((column) => Object.keys(there[column] ?? {}).length)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { changes, unchanged: total - changes.length }
}

/** A new sheet; entries keep their places, and new ones come last. */
export function withPrices(tables: PriceTables, changes: readonly PriceChange[]): PriceTables {
  const column = (name: PriceColumn): Readonly<Record<string, number>> => {
    const entries = new Map(Object.entries(tables[name]))
    for (const { model, column: changed, to } of changes) {
      if (changed !== name) continue
      if (to === undefined) entries.delete(model)
      else entries.set(model, to)
    }
    return Object.fromEntries(entries)
  }
  return {
    ...tables,
    modelPrice: column('modelPrice'),
    modelRatio: column('modelRatio'),
    completionRatio: column('completionRatio'),
    cacheRatio: column('cacheRatio'),
  }
}

/** Every model that has an entry in some column, by name. */
export function pricedModels(tables: PriceTables): readonly string[] {
  return [...new Set(PRICE_COLUMNS.flatMap((name) => Object.keys(tables[name])))].sort(byName)
}

export function entryOf(
  table: Readonly<Record<string, number>>,
  model: string,
): number | undefined {
  return Object.hasOwn(table, model) ? table[model] : undefined
}

/** `undefined` for blank, NaN for what is no amount; a negative price would pay the client. */
export function amountOf(typed: string): number | undefined {
  if (typed.trim() === '') return undefined
  const amount = Number(typed)
  return Number.isFinite(amount) && amount >= 0 ? amount : Number.NaN
}

function byName(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
