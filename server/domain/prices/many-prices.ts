/** One change of the prices of many models, worked out before it is saved. */
import { tidyRatio } from './encode-rates'
import { changeOf } from './price-change'
import {
  type Amounts,
  draftOf,
  isBlank,
  type PriceDraft,
  type StoredPrice,
  storedPrice,
} from './price-draft'
import { type PriceMove, priceMoves, pricePoints } from './price-points'
import { type PriceJson, type PriceRow, removedPrice } from './price-row'
import { tablesWith } from './price-tables'

export type ManyPrices =
  /** What is blank stays as it is for every model. */
  | { readonly kind: 'set'; readonly draft: Pick<PriceDraft, 'mode' | 'call' | 'prices'> }
  /** Every dollar of a price, those above thresholds too. */
  | { readonly kind: 'scale'; readonly factor: number }
  | { readonly kind: 'remove' }

export interface PlannedPrice {
  readonly model: string
  /** Fields to set, null for those to take away. */
  readonly price: PriceJson
  /** What is in force by name, so that nothing newer is overwritten. */
  readonly was: PriceJson
  readonly moves: readonly PriceMove[]
}

/** What becomes of each model; those that stay as they are are left out. */
export function planPrices(
  models: readonly string[],
  rows: readonly PriceRow[],
  change: ManyPrices,
): readonly PlannedPrice[] {
  return models.flatMap((model) => {
    const stored = storedPrice(model, rows)
    const price = priceAfter(stored, change)
    if (Object.keys(price).length === 0) return []
    return [{ model, price, was: stored.own, moves: movesOf(stored, price) }]
  })
}

/** What setting fields does to the prices of a model, in dollars. */
export function movesOf(stored: StoredPrice, change: PriceJson): readonly PriceMove[] {
  return priceMoves(pricePoints(stored), pricePoints(withChange(stored, change)))
}

/** Fields that differ, null where nothing was set. */
interface PriceEvent {
  readonly before: PriceJson
  readonly after: PriceJson
}

/**
 * What each change of a price did, in dollars: an entry has only the fields that it changed, so
 * the rest is what is in force now with every later change taken back. Newest first, as `events`.
 */
export function historyMoves(
  now: StoredPrice,
  events: readonly PriceEvent[],
): readonly (readonly PriceMove[])[] {
  let stored = now
  return events.map(({ before, after }) => {
    const then = withChange(stored, after)
    stored = withChange(then, before)
    return priceMoves(pricePoints(stored), pricePoints(then))
  })
}

/** As it will be; a field that is null is not set. */
export function withChange({ model, own, tables }: StoredPrice, change: PriceJson): StoredPrice {
  const entries = Object.entries({ ...own, ...change }).filter(([, value]) => value !== null)
  const price: PriceJson = Object.fromEntries(entries)
  return { model, own: price, tables: tablesWith(tables, { model, price }) }
}

function priceAfter(stored: StoredPrice, change: ManyPrices): PriceJson {
  if (change.kind === 'remove') return removedPrice(stored.own)
  const draft = draftOf(stored)
  if (change.kind === 'scale') return changeOf(scaled(draft, change.factor), stored)
  const { mode, call, prices } = change.draft
  if (mode === 'call') return changeOf({ ...draft, mode, call }, stored)
  const next = { ...draft, mode, prices: { ...draft.prices, ...filled(prices) } }
  // The other prices of a model mean nothing without the one that they are shares of.
  return isBlank(next.prices.prompt) ? {} : changeOf(next, stored)
}

function filled(prices: Amounts): Amounts {
  return Object.fromEntries(Object.entries(prices).filter(([, amount]) => !isBlank(amount)))
}

/** Units that follow a rule follow it still, so they are scaled with what the rule is for. */
function scaled(draft: PriceDraft, factor: number): PriceDraft {
  const times = (amount: string): string =>
    isBlank(amount) ? amount : String(tidyRatio(Number(amount) * factor))
  const all = (prices: Amounts): Amounts =>
    Object.fromEntries(Object.entries(prices).map(([unit, amount]) => [unit, times(amount)]))
  return {
    ...draft,
    call: times(draft.call),
    prices: all(draft.prices),
    steps: draft.steps.map((step) => ({ ...step, prices: all(step.prices) })),
  }
}
