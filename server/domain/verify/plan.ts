/** What the questions cost at most, shown before any of them is sent. */

import {
  totalCacheReadTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
} from '../money/usage'
import type { DollarPrice } from '../prices/in-dollars'

/** Tokens of the long prompt, unless somebody wants it longer. */
export const DEFAULT_CONTEXT_TOKENS = 6000
export const MIN_CONTEXT_TOKENS = 2000
export const MAX_CONTEXT_TOKENS = 200_000
/** Dollars; what a dear model of today costs, and no accident. */
export const DEFAULT_MAX_USD = 0.25

/** Longest answers, in tokens; models that think before they write need some of it for that. */
export const LONG_ANSWER = 1000
export const SHORT_ANSWER = 300

/** The long prompt goes out once, and again until a cache shows. */
export const LONG_QUESTIONS = 3
export const SHORT_QUESTIONS = 6
/** Generous: none of the short prompts is longer. */
const SHORT_PROMPT = 250
const LONG_WRAPPING = 250

export interface VerifyPlan {
  readonly questions: number
  readonly promptTokens: number
  readonly completionTokens: number
  /** Dollars, by the operator's own price list. */
  readonly maxUsd: number
}

export function planFor(contextTokens: number, price: DollarPrice): VerifyPlan {
  const questions = 1 + SHORT_QUESTIONS + LONG_QUESTIONS
  const promptTokens =
    (1 + SHORT_QUESTIONS) * SHORT_PROMPT + LONG_QUESTIONS * (contextTokens + LONG_WRAPPING)
  const completionTokens = LONG_ANSWER + (SHORT_QUESTIONS + LONG_QUESTIONS) * SHORT_ANSWER
  // Anthropic asks more for what goes into a cache than for what is only read.
  const promptUsd = Math.max(price.promptUsd, price.cacheWriteUsd)
  const tokens = promptTokens * promptUsd + completionTokens * price.completionUsd
  return {
    questions,
    promptTokens,
    completionTokens,
    maxUsd: tokens / 1_000_000 + questions * price.callUsd,
  }
}

/** Dollars that one answer cost, by the tokens that the upstream reported. */
export function costOf(usage: Usage, price: DollarPrice): number {
  const read = totalPromptTokens(usage)
  const cached = Math.min(read, totalCacheReadTokens(usage))
  const tokens =
    (read - cached) * price.promptUsd +
    cached * price.cacheReadUsd +
    totalCompletionTokens(usage) * price.completionUsd
  return tokens / 1_000_000 + price.callUsd
}
