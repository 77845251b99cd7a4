import type { Price } from '../price'

/** What a price comes to, the ratio of the group included; for showing, not for billing. */
export interface DollarPrice {
  /** Dollars per million tokens; 0 for a model that is priced by the call. */
  readonly promptUsd: number
  readonly completionUsd: number
  /** Dollars per call; 0 for a model that is priced by tokens. */
  readonly callUsd: number
}

/** Ratio 1 is 2 dollars for a million prompt tokens. */
const USD_PER_RATIO = 2
/** Below what any operator writes, above what binary fractions add to it. */
const SHOWN_DIGITS = 12

export function inDollars(price: Price): DollarPrice {
  const { modelRatio, completionRatio, modelPrice, groupRatio } = price
  if (price.mode === 'per-call') {
    return { promptUsd: 0, completionUsd: 0, callUsd: rounded(modelPrice * groupRatio) }
  }
  const promptUsd = rounded(modelRatio * USD_PER_RATIO * groupRatio)
  return { promptUsd, completionUsd: rounded(promptUsd * completionRatio), callUsd: 0 }
}

function rounded(dollars: number): number {
  return Number(dollars.toPrecision(SHOWN_DIGITS))
}
