import type { Price } from '../money/price'
import type { UnitName } from '../units'

/** What a price comes to, the ratio of the group included; for showing, not for billing. */
export interface DollarPrice {
  /** Dollars per million tokens; 0 for a model that is priced by the call. */
  readonly promptUsd: number
  readonly completionUsd: number
  readonly cacheReadUsd: number
  readonly cacheWriteUsd: number
  readonly audioPromptUsd: number
  readonly audioCompletionUsd: number
  /** Dollars per call; 0 for a model that is priced by tokens. */
  readonly callUsd: number
}

/** Ratio 1 is 2 dollars for a million prompt tokens. */
export const USD_PER_RATIO = 2
/** Below what any operator writes, above what binary fractions add to it. */
const SHOWN_DIGITS = 12

const NO_TOKENS = {
  promptUsd: 0,
  completionUsd: 0,
  cacheReadUsd: 0,
  cacheWriteUsd: 0,
  audioPromptUsd: 0,
  audioCompletionUsd: 0,
} as const

export function inDollars(price: Price): DollarPrice {
  const { modelRatio, modelPrice, groupRatio } = price
  if (price.mode === 'per-call') return { ...NO_TOKENS, callUsd: rounded(modelPrice * groupRatio) }
  const promptUsd = rounded(modelRatio * USD_PER_RATIO * groupRatio)
  const audioPromptUsd = rounded(promptUsd * price.audioRatio)
  /** In dollars already where the model has a price of its own for the unit. */
  const usd = (unit: UnitName, byRatio: number): number => {
    const own = price.usd?.[unit]
    return rounded(own === undefined ? byRatio : own * groupRatio)
  }
  return {
    promptUsd: usd('promptTokens', promptUsd),
    completionUsd: usd('completionTokens', promptUsd * price.completionRatio),
    cacheReadUsd: usd('cacheReadTokens', promptUsd * price.cacheRatio),
    cacheWriteUsd: usd('cacheWriteTokens', promptUsd * price.cacheWriteRatio),
    audioPromptUsd: usd('audioPromptTokens', audioPromptUsd),
    audioCompletionUsd: usd('audioCompletionTokens', audioPromptUsd * price.audioCompletionRatio),
    callUsd: 0,
  }
}

function rounded(dollars: number): number {
  return Number(dollars.toPrecision(SHOWN_DIGITS))
}
