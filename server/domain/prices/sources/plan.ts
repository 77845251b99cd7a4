/** What taking over prices of a source would change, and which of it a person should see first. */
import type { ModelLengths } from '../../models/model-lengths'
import { isSamePrice } from '../encode-rates'
import { movesOf } from '../many-prices'
import { changeOf } from '../price-change'
import { type Amounts, draftOf, type PriceDraft, storedPrice } from '../price-draft'
import { type PriceMove, pricePoints } from '../price-points'
import type { PriceRow } from '../price-row'
import type { UnitDollars } from '../unit-dollars'
import type { FetchedPrice, LeftOut } from './fetched-price'
import { ruleFor, saleUsd, withAmounts } from './margin'
import {
  type CostedMove,
  type Proposal,
  REVIEW_REASONS,
  type ReviewReason,
} from './proposal-schema'
import { readSource, SOURCE_ROWS, type SourceOrder } from './read-source'
import type { PriceSourceKind } from './source-kinds'
import type { MarginRule } from './source-schema'

interface Guards {
  /** Percent by which a price may rise, or fall, without a person. */
  readonly risePercent: number
  readonly fallPercent: number
  readonly pricesNew: boolean
}

interface PlanSettings extends Guards {
  readonly factor: number
  readonly margins: readonly MarginRule[]
}

export interface PlanOrder extends SourceOrder {
  /** What is in force. */
  readonly rows: readonly PriceRow[]
  readonly settings: PlanSettings
}

export interface SourcePlan {
  /** How many models of the source are wanted here. */
  readonly read: number
  readonly proposals: readonly Proposal[]
  readonly leftOut: readonly LeftOut[]
  /** Context and answer lengths of the wanted models, by model, where the source lists them. */
  readonly lengths: ReadonlyMap<string, ModelLengths>
}

/** Throws `price_source.unreadable`. It takes seconds for hundreds of models. */
export function planSource(text: string, order: PlanOrder): SourcePlan {
  const { prices, leftOut } = readSource(text, order)
  const proposals = prices.flatMap((price) => proposalFor(price, order) ?? [])
  const lengths = new Map(
    prices.flatMap(({ model, lengths }) => (lengths ? [[model, lengths]] : [])),
  )
  return { read: prices.length, proposals, leftOut, lengths }
}

/** `undefined` where the price in force is the same. */
function proposalFor(
  fetched: FetchedPrice,
  { rows, settings, kind }: PlanOrder,
): Proposal | undefined {
  const { model } = fetched
  const cost = withAmounts(fetched, (usd) => usd * settings.factor)
  const rule = ruleFor(settings.margins, model)
  const sale = rule === undefined ? cost : withAmounts(cost, (usd) => saleUsd(usd, rule))
  const stored = storedPrice(model, rows)
  const price = changeOf(draftWith(sale, draftOf(stored), kind), stored)
  const moves = movesOf(stored, price)
  if (moves.length === 0) return undefined
  const before = pricePoints(stored)
  const isNew = before.every((point) => point.kind === 'tier')
  return {
    model,
    price,
    was: stored.own,
    moves: moves.map((move) => costed(move, { cost, sale })),
    reasons: [...(isNew ? newReasons(settings) : reasonsOf(moves, settings))],
  }
}

/** What the source cannot tell stays as it is. */
function draftWith(sale: FetchedPrice, old: PriceDraft, kind: PriceSourceKind): PriceDraft {
  if (sale.call !== undefined) return { ...old, mode: 'call', call: String(sale.call) }
  const { units, hasSteps } = SOURCE_ROWS[kind]
  const reported: ReadonlySet<string> = new Set(units)
  const untouched = Object.entries(old.prices).filter(([unit]) => !reported.has(unit))
  return {
    ...old,
    mode: 'token',
    call: '',
    prices: { ...Object.fromEntries(untouched), ...typed(sale.units) },
    steps: hasSteps
      ? sale.steps.map((step) => ({ above: String(step.above), prices: typed(step.units) }))
      : old.steps,
  }
}

function typed(units: UnitDollars): Amounts {
  return Object.fromEntries(Object.entries(units).map(([unit, usd]) => [unit, String(usd)]))
}

interface CostAndSale {
  readonly cost: FetchedPrice
  readonly sale: FetchedPrice
}

function costed({ from, to, ...place }: PriceMove, { cost, sale }: CostAndSale): CostedMove {
  const usd = amountAt(place, cost)
  const wanted = amountAt(place, sale)
  // A price that is stored as a ratio differs from what is wanted in the last digit.
  const shown = wanted !== undefined && isSamePrice(to, wanted) ? wanted : to
  return {
    ...place,
    ...(from !== undefined && { from }),
    ...(shown !== undefined && { to: shown }),
    ...(usd !== undefined && { cost: usd }),
  }
}

function amountAt(
  { kind, name, above }: Pick<PriceMove, 'kind' | 'name' | 'above'>,
  { units, steps, call }: FetchedPrice,
): number | undefined {
  if (kind === 'tier') return undefined
  if (kind === 'call') return call
  const here: Readonly<Record<string, number>> =
    above === 0 ? units : (steps.find((step) => step.above === above)?.units ?? {})
  return here[name]
}

function newReasons({ pricesNew }: Guards): readonly ReviewReason[] {
  return pricesNew ? [] : ['new_model']
}

function reasonsOf(moves: readonly PriceMove[], guards: Guards): readonly ReviewReason[] {
  const isCall = ({ kind }: PriceMove) => kind === 'call'
  // Between a price by the call and one by the token no amount can be compared.
  if (moves.some((move) => isCall(move) && (move.from === undefined || move.to === undefined))) {
    return ['unit']
  }
  const found = new Set(moves.map((move) => reasonOf(move, guards)))
  return REVIEW_REASONS.filter((reason) => found.has(reason))
}

function reasonOf(
  { from, to }: PriceMove,
  { risePercent, fallPercent }: Guards,
): ReviewReason | undefined {
  if (from === undefined) return 'new_class'
  if (to === undefined) return 'lost_class'
  if (to === 0) return 'zero'
  if (isBeyond(to, from * (1 + risePercent / 100))) return 'rise'
  return isBeyond(from * (1 - fallPercent / 100), to) ? 'fall' : undefined
}

/** Exactly as much as is allowed is allowed. */
function isBeyond(amount: number, bound: number): boolean {
  return amount > bound && !isSamePrice(bound, amount)
}
