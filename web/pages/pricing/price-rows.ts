/** Rows of the price list as one group pays them, found and sorted. */

import type { DataOf } from '../../../server/domain/api-calls/contract'
import type { Price, Rates } from '../../../server/domain/money/price'
import { type DollarPrice, inDollars } from '../../../server/domain/prices/in-dollars'
import { byUnit, ratesAbove } from '../../../server/domain/prices/step-rates'
import { fuzzyRank } from './fuzzy'

export type Pricing = DataOf<'pricing.list'>[number]

export interface PriceRow extends Pricing, DollarPrice {
  readonly id: number
  /** Whether the viewed group can call it; nobody can without a price. */
  readonly available: boolean
  /** Of the viewed group, as `prices` has it. */
  readonly price: Price
}

export const BILLINGS = ['tokens', 'call'] as const
export type Billing = (typeof BILLINGS)[number]

export const SORTS = ['name', 'cheap', 'dear'] as const
export type Sort = (typeof SORTS)[number]

export interface Group {
  readonly name: string
  readonly ratio: number
}

/** What is absent has no price of its own, and costs what prompt tokens cost. */
function ratesOf(row: Pricing): Rates {
  return {
    modelRatio: row.model_ratio,
    completionRatio: row.completion_ratio,
    cacheRatio: row.cache_ratio ?? 1,
    cacheWriteRatio: row.cache_creation_ratio ?? 1,
    audioRatio: row.audio_ratio ?? 1,
    audioCompletionRatio: row.audio_completion_ratio ?? 1,
    ...(row.image_ratio !== undefined && { imageRatio: row.image_ratio }),
    ...(row.unit_prices && { usd: byUnit(row.unit_prices) }),
  }
}

function priceOf(row: Pricing, groupRatio: number): Price {
  const { steps, tiers } = row
  const rates = ratesOf(row)
  const stepped = steps?.map((step) => ({ above: step.above, rates: ratesAbove(step, rates) }))
  return {
    ...rates,
    mode: row.quota_type === 1 ? 'per-call' : 'per-token',
    modelPrice: row.quota_type === 1 ? row.model_price : -1,
    groupRatio,
    ...(stepped && { steps: stepped }),
    ...(tiers && { tiers }),
  }
}

export function priceRows(models: readonly Pricing[], group: Group): PriceRow[] {
  return models.map((model, index) => {
    const price = priceOf(model, group.ratio)
    return {
      ...model,
      ...inDollars(price),
      id: index + 1,
      available: model.enable_groups.includes(group.name),
      price,
    }
  })
}

export interface PriceQuery {
  readonly keyword: string
  readonly billing: Billing | undefined
  readonly sort: Sort
}

/** What can be called first; then what was meant most likely; then by name or price. */
export function findPrices(rows: readonly PriceRow[], query: PriceQuery): PriceRow[] {
  const { keyword, billing, sort } = query
  const found = rows.flatMap((row) => {
    const rank = fuzzyRank(keyword, row.model_name)
    const isWanted = billing === undefined || billingOf(row) === billing
    return rank === undefined || !isWanted ? [] : [{ row, rank }]
  })
  const direction = { name: 0, cheap: 1, dear: -1 }[sort]
  return found
    .sort(
      (a, b) =>
        Number(b.row.available) - Number(a.row.available) ||
        (direction === 0 ? a.rank - b.rank : direction * (costOf(a.row) - costOf(b.row))) ||
        a.row.id - b.row.id,
    )
    .map(({ row }) => row)
}

/** `undefined` for a model without a price, which is sold by nothing. */
export function billingOf(row: Pricing): Billing | undefined {
  if (!row.priced) return undefined
  return row.quota_type === 1 ? 'call' : 'tokens'
}

function costOf({ callUsd, promptUsd }: PriceRow): number {
  return callUsd + promptUsd
}

/** Without the digits that binary fractions add to thirds. */
export function ratioText(ratio: number): string {
  return String(Number(ratio.toPrecision(6)))
}
