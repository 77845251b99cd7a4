/** A price as the dollars that it comes to, and what one price has that another has not. */
import { isSamePrice } from './encode-rates'
import { formatBound, formatUsd, type PriceReader, perText, unitTitle } from './format-price'
import { draftWorth } from './price-change'
import { draftOf, isBlank, PRICED_UNITS, type StoredPrice } from './price-draft'

interface PricePlace {
  readonly kind: 'call' | 'unit' | 'tier'
  /** Class of the unit, or what the tier is called; "" for the price of a call. */
  readonly name: string
  /** Tokens read above which it holds; 0 for all calls. */
  readonly above: number
}

export interface PricePoint extends PricePlace {
  /** Dollars, for a tier its factor. */
  readonly amount: number
}

export interface PriceMove extends PricePlace {
  /** `undefined` for what there was not. */
  readonly from: number | undefined
  /** `undefined` for what is no longer there. */
  readonly to: number | undefined
}

/** Without them no price by tokens can be read, whether they are set or follow a rule. */
const ALWAYS = ['prompt', 'completion'] as const

/** What is set for a model, in dollars; none for a model without a price. */
export function pricePoints(stored: StoredPrice): readonly PricePoint[] {
  const draft = draftOf(stored)
  const tiers = draft.tiers.map(({ name, factor }) => ({
    ...({ kind: 'tier', name, above: 0 } as const),
    amount: Number(factor),
  }))
  if (draft.mode === 'call') {
    return [{ kind: 'call', name: '', above: 0, amount: Number(draft.call) }, ...tiers]
  }
  const worth = draftWorth(draft, stored)
  const always = isBlank(draft.prices.prompt) ? [] : ALWAYS
  const parts = [
    { above: 0, worth: worth.base, names: [...always, ...Object.keys(draft.prices)] },
    ...draft.steps.map((step, at) => ({
      above: Number(step.above),
      worth: worth.steps[at] ?? {},
      names: Object.keys(step.prices),
    })),
  ]
  const units = parts.flatMap(({ above, worth: dollars, names }) =>
    PRICED_UNITS.filter((unit) => names.includes(unit)).flatMap((name) => {
      const amount = dollars[name]
      return amount === undefined ? [] : [{ kind: 'unit', name, above, amount } as const]
    }),
  )
  return [...units, ...tiers]
}

/** What differs, in the order of the prices; what goes comes last. */
export function priceMoves(
  before: readonly PricePoint[],
  after: readonly PricePoint[],
): readonly PriceMove[] {
  const old = new Map(before.map((point) => [keyOf(point), point.amount]))
  const present = new Set(after.map(keyOf))
  const moves = after.map(({ amount, ...place }) => ({
    ...place,
    from: old.get(keyOf(place)),
    to: amount,
  }))
  const gone = before
    .filter((point) => !present.has(keyOf(point)))
    .map(({ amount, ...place }) => ({ ...place, from: amount, to: undefined }))
  return [...moves.filter(({ from, to }) => !isSamePrice(from, to)), ...gone]
}

export function keyOf({ kind, name, above }: PricePlace): string {
  return `${kind} ${name} ${above}`
}

/** "Prompt / 1M, above 200,000 tokens". */
export function placeTitle({ kind, name, above }: PricePlace, reader: PriceReader): string {
  if (kind === 'call') return reader.text('price_row.model_price')
  if (kind === 'tier') return reader.text('price_row.tier_of', { name })
  const title = `${unitTitle(name, reader)}${perText(name, reader)}`
  return above === 0 ? title : `${title}, ${formatBound(above, reader)}`
}

/** "" for nothing. */
export function formatAmount(
  { kind }: PricePlace,
  amount: number | undefined,
  { text, format }: PriceReader,
): string {
  if (amount === undefined) return ''
  return kind === 'tier' ? text('price_row.times', { ratio: amount }) : formatUsd(format, amount)
}

/** By which part of it a price rises, below 0 where it falls; `undefined` for no telling. */
export function changeShare(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined || from === 0) return undefined
  return to / from - 1
}
