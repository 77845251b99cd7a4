/** Every model with a price or on offer, as lists of prices show them: in dollars. */
import type { Price } from '../money/price'
import { inDollars } from './in-dollars'
import { ownPricesOf, type PriceTables, priceFor } from './lookup'
import type { PriceJson, PriceRow } from './price-row'
import { tablesOfRows } from './price-tables'
import { byClass, byUnit } from './step-rates'

export interface PricedModel {
  /** Its place in the list of all, from 1. */
  readonly id: number
  readonly model: string
  /** Whether an enabled channel has it. */
  readonly isOffered: boolean
  /** What is set for it by name; {} for none. */
  readonly own: PriceJson
  /** Calls of a model without a price are refused. */
  readonly isPriced: boolean
  /** Dollars per million; `undefined` for a model priced by the call, or without such a price. */
  readonly promptUsd: number | undefined
  readonly completionUsd: number | undefined
  readonly cacheReadUsd: number | undefined
  readonly cacheWriteUsd: number | undefined
  /** Dollars per call; `undefined` for a model priced by what it uses. */
  readonly callUsd: number | undefined
  /** What no column shows: units with prices of their own, bounds, tiers. */
  readonly more: PriceExtras
}

export interface PriceExtras {
  /** By class, in dollars. */
  readonly units: Readonly<Record<string, number>>
  /** Tokens read above which other prices hold. */
  readonly bounds: readonly number[]
  /** Factors by tier. */
  readonly tiers: Readonly<Record<string, number>>
}

export function pricedModelList(
  rows: readonly PriceRow[],
  offered: readonly string[],
): readonly PricedModel[] {
  const tables = tablesOfRows(rows)
  const own = new Map(rows.map(({ model, price }) => [model, price]))
  const onOffer = new Set(offered)
  const models = [...new Set([...own.keys(), ...offered])]
  return models.map((model, index) => ({
    id: index + 1,
    model,
    isOffered: onOffer.has(model),
    ...pricedModel(model, own.get(model) ?? {}, tables),
  }))
}

function pricedModel(model: string, own: PriceJson, tables: PriceTables) {
  const price = priceInTables(model, tables)
  const more: PriceExtras = {
    units: byClass(price?.usd ?? byUnit(own.unit_prices ?? {})),
    bounds: (own.steps ?? []).map(({ above }) => above),
    tiers: price?.tiers ?? own.tiers ?? {},
  }
  const { cacheRead, cacheWrite } = ownPricesOf(model, tables)
  const columns = columnsOf(price)
  return {
    own,
    isPriced: price !== undefined,
    ...columns,
    // What no price of its own is known for is billed at a fallback, which says nothing here.
    ...(!cacheRead && { cacheReadUsd: undefined }),
    ...(!cacheWrite && { cacheWriteUsd: undefined }),
    more,
  }
}

const NO_COLUMNS = {
  promptUsd: undefined,
  completionUsd: undefined,
  cacheReadUsd: undefined,
  cacheWriteUsd: undefined,
  callUsd: undefined,
} as const

function columnsOf(price: Price | undefined) {
  if (price === undefined) return NO_COLUMNS
  const { promptUsd, completionUsd, cacheReadUsd, cacheWriteUsd, callUsd } = inDollars(price)
  if (price.mode === 'per-call') return { ...NO_COLUMNS, callUsd }
  const columns = { promptUsd, completionUsd, cacheReadUsd, cacheWriteUsd, callUsd: undefined }
  if (price.byUnit !== true) return columns
  return { ...NO_COLUMNS, ...(completionUsd > 0 && { completionUsd }) }
}

/** As calls are charged, before the ratio of a group; `undefined` where they are refused. */
export function priceInTables(model: string, tables: PriceTables): Price | undefined {
  return priceFor({ model, tables, groupRatio: 1, selfUse: false, acceptsUnset: false })
}

export const PRICE_FILTERS = ['unset', 'offered', 'units'] as const
export type PriceFilter = (typeof PRICE_FILTERS)[number]

const PASSES: Readonly<Record<PriceFilter, (row: PricedModel) => boolean>> = {
  unset: ({ isOffered, isPriced }) => isOffered && !isPriced,
  offered: ({ isOffered }) => isOffered,
  units: ({ more }) =>
    more.bounds.length + Object.keys({ ...more.units, ...more.tiers }).length > 0,
}

interface Wanted {
  readonly keyword: string
  /** Anything but a filter's name is none. */
  readonly show: string
}

/** What is on offer comes first: hundreds of models have a price in case they ever are. */
export function foundModels<Row extends PricedModel>(
  rows: readonly Row[],
  { keyword, show }: Wanted,
): readonly Row[] {
  const filter = PRICE_FILTERS.find((name) => name === show)
  const part = keyword.trim().toLowerCase()
  return rows
    .filter((row) => row.model.toLowerCase().includes(part))
    .filter((row) => filter === undefined || PASSES[filter](row))
    .sort((a, b) => Number(b.isOffered) - Number(a.isOffered) || byName(a, b))
}

export function countUnset(rows: readonly PricedModel[]): number {
  return rows.filter(PASSES.unset).length
}

function byName(a: PricedModel, b: PricedModel): number {
  if (a.model === b.model) return 0
  return a.model < b.model ? -1 : 1
}
