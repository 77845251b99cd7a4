/**
 * How much of a balance a call holds before its upstream is asked, and how much it may then
 * write for that. A hold is rounded up, so that it covers the bill it was made for.
 */
import type { Price } from './price'
import { count, freezeRates, wholeCredits } from './quota'

/** Tokens of output that a stream holds at first, and takes with each step while it grows. */
export const OUTPUT_SLICE = 4096

export interface HoldEstimate {
  readonly promptTokens: number
  /** Most tokens that may be written for this hold; 0 for operations without text output. */
  readonly outputTokens: number
  /** Option PreConsumedQuota: tokens at the prompt's price below which no call holds. */
  readonly preConsumedQuota: number
}

/** Credits to hold: prompt and output at their own prices, or the smallest hold there is. */
export function holdFor(estimate: HoldEstimate, price: Price): number {
  const rates = freezeRates(price)
  if (!rates.perToken) return rates.perCall
  const { promptTokens, outputTokens, preConsumedQuota } = estimate
  const units =
    BigInt(count(promptTokens)) * rates.prompt + BigInt(count(outputTokens)) * outputRate(price)
  const smallest = BigInt(count(preConsumedQuota)) * rates.prompt
  return roundedUp(units > smallest ? units : smallest, rates.one)
}

/** The smallest hold a call may begin with: its prompt, and one token of an answer. */
export function leastHoldFor(estimate: HoldEstimate, price: Price): number {
  const outputTokens = Math.min(1, estimate.outputTokens)
  return holdFor({ ...estimate, outputTokens }, price)
}

/** Credits of so many further tokens of output. */
export function outputCredits(tokens: number, price: Price): number {
  return roundedUp(BigInt(count(tokens)) * outputRate(price), freezeRates(price).one)
}

/** Tokens of output that a hold pays for beside its prompt; infinite where output is free. */
export function affordableOutput(credits: number, promptTokens: number, price: Price): number {
  const rates = freezeRates(price)
  const rate = outputRate(price)
  if (rate === 0n) return Number.POSITIVE_INFINITY
  const left = BigInt(count(credits)) * rates.one - BigInt(count(promptTokens)) * rates.prompt
  return left <= 0n ? 0 : Number(left / rate)
}

/** Speech costs more than text, and what will be written is not known beforehand. */
function outputRate(price: Price): bigint {
  return freezeRates(price).completion
}

function roundedUp(units: bigint, one: bigint): number {
  return wholeCredits((units + one - 1n) / one)
}
