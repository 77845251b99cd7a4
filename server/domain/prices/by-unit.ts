/** Prices that are made of units alone, without a price of prompt tokens. */
import { UNITS, unitOf, unitOfClass } from '../units'
import { USD_PER_RATIO } from './in-dollars'

/** Class → dollars, as a row of prices has them. */
export type PricesByClass = Readonly<Record<string, number>>

/** Whether the units are a price of the model: what its tools cost in addition is none. */
export function isPriceByUnit(units: PricesByClass | undefined): units is PricesByClass {
  if (units === undefined) return false
  return Object.keys(units).some((name) => {
    const unit = unitOfClass(name)
    return unit !== undefined && unitOf(unit).isTool !== true
  })
}

/** Ratios are shares of the prompt price, and follow one that is given in dollars. */
export function promptRatioOf(units: PricesByClass): number {
  return (units[UNITS.promptTokens.class] ?? 0) / USD_PER_RATIO
}
