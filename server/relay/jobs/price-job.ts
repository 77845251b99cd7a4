/** What a job costs: seconds by size and quality, or tokens where the price is given in those. */
import type { Price } from '../../domain/money/price'
import { chargeFor } from '../../domain/money/quota'
import { type Usage, usage } from '../../domain/money/usage'

/** A price per call is one for each thing that is made. */
export function priceOfMany(price: Price, count: number): Price {
  if (price.mode !== 'per-call' || count <= 1) return price
  return { ...price, modelPrice: price.modelPrice * count }
}

/**
 * A provider may tell both how long a film is and how many tokens it took. The model's own price
 * says which of them is billed, and never both.
 */
export function chosenUnits(units: Partial<Usage>, price: Price): Partial<Usage> {
  const tokens = units.videoCompletionTokens ?? 0
  if (tokens === 0 || (units.videoSeconds ?? 0) === 0) return units
  const isByToken = price.usd?.videoSeconds === undefined && price.mode === 'per-token'
  const isPriced = price.modelRatio > 0 || price.usd?.videoCompletionTokens !== undefined
  return isByToken && isPriced
    ? { ...units, videoSeconds: 0 }
    : { ...units, videoCompletionTokens: 0 }
}

/** Credits to hold: exactly what it will cost, as far as that is known. */
export function heldForJob(measured: Partial<Usage>, price: Price): number {
  return chargeFor(usage(chosenUnits(measured, price)), price)
}
