/** What a source of prices says of a model, in dollars for as many of a unit as its row says. */
import { GatewayError } from '../../errors/gateway-error'
import type { ModelLengths } from '../../models/model-lengths'
import { tidyRatio } from '../encode-rates'
import type { UnitDollars } from '../unit-dollars'

/** Prices that hold for calls that read more than `above` tokens; what is absent is as below. */
export interface FetchedStep {
  readonly above: number
  readonly units: UnitDollars
}

export interface FetchedPrice {
  /** As the source writes it. */
  readonly model: string
  /** Who sells it at this price, as the source writes it; "" where it does not say. */
  readonly provider: string
  /** Dollars per call, in place of prices by unit. */
  readonly call?: number
  readonly units: UnitDollars
  readonly steps: readonly FetchedStep[]
  readonly lengths?: ModelLengths
}

/** `variable`: the source gives no number. `unknown_form`: a rule that nobody here knows. */
export type LeftOutReason = 'variable' | 'unknown_form' | 'ambiguous'

export interface LeftOut {
  readonly model: string
  readonly reason: LeftOutReason
}

/** Everything that a source says, or nothing: what is wrong anywhere throws. */
export interface FetchedList {
  readonly prices: readonly FetchedPrice[]
  readonly leftOut: readonly LeftOut[]
}

/** Dearer than anything that is sold by the token; what is beyond is a fault of the source. */
const MOST_USD = 1_000_000

const DECIMAL = /^\d{1,12}(?:\.\d{1,24})?(?:e[+-]?\d{1,2})?$/i

export function unreadable(place: string): GatewayError {
  return new GatewayError('price_source.unreadable', { place })
}

/**
 * Dollars for `times` of what the source counts; `undefined` for an entry that is not there.
 * Throws `price_source.unreadable` for what is no amount.
 */
export function amountIn(value: unknown, times: number, place: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const isText = typeof value === 'string' && DECIMAL.test(value)
  const amount = isText ? Number(value) : value
  if (typeof amount !== 'number' || !(amount >= 0) || amount * times > MOST_USD) {
    throw unreadable(place)
  }
  return tidyRatio(amount * times)
}

interface UnitField {
  readonly field: string
  readonly unit: keyof UnitDollars
  /** How many the source's amount is to be taken by. */
  readonly times: number
}

/** The units that the fields of an entry tell. */
export function unitsIn(
  entry: Readonly<Record<string, unknown>>,
  fields: readonly UnitField[],
  place: string,
): UnitDollars {
  const entries = fields.flatMap(({ field, unit, times }) => {
    const usd = amountIn(entry[field], times, `${place}.${field}`)
    return usd === undefined ? [] : [[unit, usd] as const]
  })
  return Object.fromEntries(entries)
}
