/**
 * How much of a balance a call holds before its upstream is called, and how much it may then
 * write for that. A hold is rounded up, so that it covers the bill it was made for.
 */
import type { Price } from '../money/price'
import { priceInForce } from '../money/price-in-force'
import {
  chargeFor,
  count,
  type FrozenRates,
  freezeRates,
  MOST_PLAIN,
  quotient,
  wholeCredits,
} from '../money/quota'
import { NO_USAGE, type Usage, usage } from '../money/usage'

/** Tokens of output that a stream holds at first, and takes with each step while it grows. */
export const OUTPUT_SLICE = 4096

export interface HoldEstimate {
  readonly promptTokens: number
  /** Most tokens that may be written for this hold; 0 for operations without text output. */
  readonly outputTokens: number
  /** What the call is for, where that is not the writing of text. */
  readonly units?: Partial<Usage>
  /** Option PreConsumedQuota: tokens at the prompt's price below which no call holds. */
  readonly preConsumedQuota: number
}

/** Credits to hold: prompt and output at their own prices, or the smallest hold there is. */
export function holdFor(estimate: HoldEstimate, price: Price): number {
  return holdOf(estimate, estimate.outputTokens, price)
}

function holdOf(estimate: HoldEstimate, outputTokens: number, price: Price): number {
  const { promptTokens, preConsumedQuota } = estimate
  const rates = ratesFor(promptTokens, price)
  if (!rates.perToken) return rates.perCall
  const measured =
    estimate.units === undefined ? 0 : chargeFor(usage({ promptTokens, ...estimate.units }), price)
  // Speech costs more than text, and what will be written is not known beforehand.
  const written = creditsOf(rates, count(promptTokens), count(outputTokens))
  return Math.max(measured, written, creditsOf(rates, count(preConsumedQuota), 0))
}

/** Rounded up. */
function creditsOf(rates: FrozenRates, prompt: number, output: number): number {
  const { plain } = rates
  if (plain !== undefined) {
    const sum = prompt * plain.prompt + output * plain.completion
    if (sum <= MOST_PLAIN) return quotient(sum + plain.one - 1, plain.one)
  }
  return roundedUp(BigInt(prompt) * rates.prompt + BigInt(output) * rates.completion, rates.one)
}

/** The smallest hold a call may begin with: its prompt, and one token of an answer. */
export function leastHoldFor(estimate: HoldEstimate, price: Price): number {
  return holdOf(estimate, Math.min(1, estimate.outputTokens), price)
}

/** Credits of so many further tokens of output to a prompt of so many. */
export function outputCredits(tokens: number, price: Price, promptTokens = 0): number {
  const rates = ratesFor(promptTokens, price)
  return creditsOf(rates, 0, count(tokens))
}

/** Tokens of output that a hold pays for besides its prompt; infinite where output is free. */
export function affordableOutput(credits: number, promptTokens: number, price: Price): number {
  const rates = ratesFor(promptTokens, price)
  if (rates.completion === 0n) return Number.POSITIVE_INFINITY
  const remaining = BigInt(count(credits)) * rates.one - BigInt(count(promptTokens)) * rates.prompt
  return remaining <= 0n ? 0 : Number(remaining / rates.completion)
}

/** Of the step that a prompt of this length is in; the tier is known only when it was served. */
function ratesFor(promptTokens: number, price: Price): FrozenRates {
  if (price.steps === undefined) return freezeRates(price)
  return freezeRates(priceInForce(price, { ...NO_USAGE, promptTokens }))
}

function roundedUp(units: bigint, one: bigint): number {
  return wholeCredits((units + one - 1n) / one)
}
