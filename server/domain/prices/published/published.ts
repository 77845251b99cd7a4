/**
 * Prices as the pages of vendors have them, for what `make-prices.ts` finds in no price list: typed
 * in by hand, most of them from the collection of litellm 1.110.2, which names these pages.
 */

import type { UnitClass } from '../../units'
import type { CatalogueRow } from '../catalogue-row'
import { USD_PER_RATIO } from '../in-dollars'

/** Dollars for as many of a unit as its row says, or for a call. */
export type PublishedPrice = Readonly<Partial<Record<UnitClass, number>>> & {
  /** For pictures: each of them. */
  readonly per_call?: number
  /** What a size or a quality multiplies. */
  readonly tiers?: Readonly<Record<string, number>>
}

export interface PublishedList {
  /** The page that the prices stand on. */
  readonly source: string
  /** The day when they were collected, or the latest that is known to lie before it. */
  readonly asOf: string
  readonly models: Readonly<Record<string, PublishedPrice>>
}

/** The rate at which all yuan prices of the family were converted. */
const YUAN_PER_DOLLAR = 7.3
const DIGITS = 6

export function yuan(amount: number): number {
  return Number((amount / YUAN_PER_DOLLAR).toPrecision(DIGITS))
}

export function catalogueRows(lists: readonly PublishedList[]): Record<string, CatalogueRow> {
  const models = lists.flatMap((list) => Object.entries(list.models))
  return Object.fromEntries(models.map(([model, price]) => [model, rowOf(price)]))
}

const RATIO_DIGITS = 15

function rowOf({ per_call: call, tiers, ...prices }: PublishedPrice): CatalogueRow {
  const more = { ...(call !== undefined && { call }), ...(tiers && { tiers }) }
  const { prompt, completion, cache_read: read, cache_write: written, ...units } = prices
  // A share of nothing is nothing: without a prompt price, every unit has its own.
  if (prompt === undefined) return { ...withUnits(prices), ...more }
  const share = (usd: number) => (prompt === 0 ? 1 : tidy(usd / prompt))
  return {
    ratio: tidy(prompt / USD_PER_RATIO),
    ...(completion !== undefined && { completion: share(completion) }),
    ...(read !== undefined && { cacheRead: share(read) }),
    ...(written !== undefined && { cacheWrite: share(written) }),
    ...withUnits(units),
    ...more,
  }
}

function withUnits(units: CatalogueRow['units'] = {}): Pick<CatalogueRow, 'units'> {
  return Object.keys(units).length === 0 ? {} : { units }
}

function tidy(ratio: number): number {
  return Number(ratio.toPrecision(RATIO_DIGITS))
}
