import type { Price } from '../price'

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
const USD_PER_RATIO = 2
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
  return {
    promptUsd,
    completionUsd: rounded(promptUsd * price.completionRatio),
    cacheReadUsd: rounded(promptUsd * price.cacheRatio),
    cacheWriteUsd: rounded(promptUsd * price.cacheWriteRatio),
    audioPromptUsd,
    audioCompletionUsd: rounded(audioPromptUsd * price.audioCompletionRatio),
    callUsd: 0,
  }
}

function rounded(dollars: number): number {
  return Number(dollars.toPrecision(SHOWN_DIGITS))
}
