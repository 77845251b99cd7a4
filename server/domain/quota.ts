/**
 * What a call costs, in credits, computed exactly: every ratio is a decimal, products are
 * BigInt, and the result is rounded once, half away from zero.
 *
 * The reference truncates on /v1/messages and rounds on /v1/chat/completions; one rule for both
 * means that the same work costs the same, whatever the client speaks.
 */
import {
  type Decimal,
  decimal,
  decimalText,
  plus,
  rounded,
  times,
  truncated,
  unitsAt,
} from './decimal'
import { LONG_CACHE_WRITE_FACTOR, type Price, WEB_SEARCH_USD } from './price'
import type { Usage } from './usage'

/** One dollar. */
export const CREDITS_PER_USD = 500_000

/** Token classes in the order of a bill. */
export const CHARGE_CLASSES = [
  'prompt',
  'cache_read',
  'cache_write',
  'cache_write_long',
  'audio_prompt',
  'completion',
  'audio_completion',
  'web_search',
] as const
export type ChargeClass = (typeof CHARGE_CLASSES)[number]

/** A price worked out once: integer credits per token class on one common scale. */
export interface FrozenRates {
  readonly perToken: boolean
  /** 10^scale: what the rates are multiplied by. */
  readonly one: bigint
  readonly prompt: bigint
  readonly cacheRead: bigint
  readonly cacheWrite: bigint
  readonly longCacheWrite: bigint
  readonly audioPrompt: bigint
  readonly completion: bigint
  readonly audioCompletion: bigint
  readonly webSearch: bigint
  /** Per-call charge in whole credits, 0 in per-token mode. */
  readonly perCall: number
  /** Whether a call that used tokens costs at least one credit. */
  readonly leastOne: boolean
}

const frozen = new WeakMap<Price, FrozenRates>()

/** Remembered per price object, so a snapshot that hands out the same object pays once. */
export function freezeRates(price: Price): FrozenRates {
  const known = frozen.get(price)
  if (known) return known
  const made = price.mode === 'per-call' ? perCallRates(price) : perTokenRates(price)
  frozen.set(price, made)
  return made
}

const NO_RATES = {
  one: 1n,
  prompt: 0n,
  cacheRead: 0n,
  cacheWrite: 0n,
  longCacheWrite: 0n,
  audioPrompt: 0n,
  completion: 0n,
  audioCompletion: 0n,
  webSearch: 0n,
} as const

function perCallRates(price: Price): FrozenRates {
  const perCall = wholeCredits(rounded(perCallCredits(price)))
  return { ...NO_RATES, perToken: false, perCall, leastOne: false }
}

function perTokenRates(price: Price): FrozenRates {
  const rates = ratesByClass(price)
  const scale = Math.max(...CHARGE_CLASSES.map((name) => rates[name].scale))
  return {
    perToken: true,
    one: 10n ** BigInt(scale),
    prompt: unitsAt(rates.prompt, scale),
    cacheRead: unitsAt(rates.cache_read, scale),
    cacheWrite: unitsAt(rates.cache_write, scale),
    longCacheWrite: unitsAt(rates.cache_write_long, scale),
    audioPrompt: unitsAt(rates.audio_prompt, scale),
    completion: unitsAt(rates.completion, scale),
    audioCompletion: unitsAt(rates.audio_completion, scale),
    webSearch: unitsAt(rates.web_search, scale),
    perCall: 0,
    leastOne: rates.prompt.units > 0n,
  }
}

/** Credits per token of each class, or per search, all ratios multiplied in. */
function ratesByClass(price: Price): Record<ChargeClass, Decimal> {
  const base = times(ratio(price.modelRatio), ratio(price.groupRatio))
  const audio = times(base, ratio(price.audioRatio))
  const cacheWrite = times(base, ratio(price.cacheWriteRatio))
  return {
    prompt: base,
    cache_read: times(base, ratio(price.cacheRatio)),
    cache_write: cacheWrite,
    cache_write_long: times(cacheWrite, decimal(LONG_CACHE_WRITE_FACTOR)),
    audio_prompt: audio,
    completion: times(base, ratio(price.completionRatio)),
    audio_completion: times(audio, ratio(price.audioCompletionRatio)),
    web_search: inCredits(decimal(WEB_SEARCH_USD), price.groupRatio),
  }
}

function perCallCredits(price: Price): Decimal {
  const dollars = times(ratio(price.modelPrice), ratio(price.groupRatio))
  return times(dollars, decimal(CREDITS_PER_USD))
}

/** A negative ratio would pay the client for calling; it counts as 0. */
function ratio(value: number): Decimal {
  return decimal(Math.max(0, value))
}

/**
 * Credits owed for one finished call: a whole number from 0 to 2^53 - 1.
 *
 * Usage classes are disjoint, so cached text is never also counted as prompt. The reference
 * subtracts Anthropic's cached tokens from a prompt count that does not contain them and ends
 * below zero; here both client protocols give the same bill for the same usage.
 *
 * A positive charge below one half rounds to 0; a call that used tokens and works out at
 * exactly nothing although its model has a price (a class with ratio 0) costs 1. An amount too
 * large to be a balance is cut to 2^53 - 1 instead of thrown, because settling must not fail.
 */
export function chargeFor(usage: Usage, price: Price): number {
  if (!usedTokens(usage)) return 0
  const rates = freezeRates(price)
  if (!rates.perToken) return rates.perCall
  let sum = BigInt(count(usage.promptTokens)) * rates.prompt
  sum += BigInt(count(usage.completionTokens)) * rates.completion
  // Most calls have none of the rest.
  if (usage.cacheReadTokens > 0) sum += BigInt(count(usage.cacheReadTokens)) * rates.cacheRead
  if (usage.cacheWriteTokens > 0) sum += BigInt(count(usage.cacheWriteTokens)) * rates.cacheWrite
  if (usage.longCacheWriteTokens > 0) {
    sum += BigInt(count(usage.longCacheWriteTokens)) * rates.longCacheWrite
  }
  if (usage.webSearches > 0) sum += BigInt(count(usage.webSearches)) * rates.webSearch
  if (usage.audioPromptTokens > 0) sum += BigInt(count(usage.audioPromptTokens)) * rates.audioPrompt
  if (usage.audioCompletionTokens > 0) {
    sum += BigInt(count(usage.audioCompletionTokens)) * rates.audioCompletion
  }
  if (sum === 0n) return rates.leastOne ? 1 : 0
  return wholeCredits((sum * 2n + rates.one) / (rates.one * 2n))
}

function usedTokens(usage: Usage): boolean {
  return (
    usage.promptTokens > 0 ||
    usage.completionTokens > 0 ||
    usage.cacheReadTokens > 0 ||
    usage.cacheWriteTokens > 0 ||
    usage.longCacheWriteTokens > 0 ||
    usage.webSearches > 0 ||
    usage.audioPromptTokens > 0 ||
    usage.audioCompletionTokens > 0
  )
}

/** Counts come from upstreams: whatever is not a positive whole number is made one or 0. */
export function count(tokens: number): number {
  if (!(tokens > 0)) return 0
  return tokens > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Math.trunc(tokens)
}

/** Amounts beyond what is exact are cut to the largest that is. */
export function wholeCredits(credits: bigint): number {
  return credits > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(credits)
}

export interface ChargeRow {
  readonly class: ChargeClass
  /** Text units; searches in their class. */
  readonly tokens: number
  /** Credits for each of them, exact. */
  readonly ratio: string
  /** Of how many the price is told to people. */
  readonly per: 1_000 | 1_000_000
  /** Exact product, before rounding. */
  readonly credits: string
}

export interface ChargeExplanation {
  readonly mode: Price['mode']
  readonly rows: readonly ChargeRow[]
  /** Exact sum before rounding. */
  readonly exact: string
  readonly total: number
  /** What turned `exact` into `total`. */
  readonly rule: 'exact' | 'rounded' | 'least_one' | 'no_tokens' | 'cut'
}

/** The bill of `chargeFor` step by step, for people. */
export function explainCharge(usage: Usage, price: Price): ChargeExplanation {
  const total = chargeFor(usage, price)
  const rows = price.mode === 'per-call' ? [] : chargeRows(usage, price)
  let sum = price.mode === 'per-call' && usedTokens(usage) ? perCallCredits(price) : decimal(0)
  for (const row of rows) sum = plus(sum, row.exact)
  return {
    mode: price.mode,
    rows: rows.map(({ exact, ...row }) => ({ ...row, credits: decimalText(exact) })),
    exact: decimalText(sum),
    total,
    rule: ruleOf(usage, sum, total),
  }
}

function chargeRows(usage: Usage, price: Price) {
  const rates = ratesByClass(price)
  const tokens: Record<ChargeClass, number> = {
    prompt: usage.promptTokens,
    cache_read: usage.cacheReadTokens,
    cache_write: usage.cacheWriteTokens,
    cache_write_long: usage.longCacheWriteTokens,
    audio_prompt: usage.audioPromptTokens,
    completion: usage.completionTokens,
    audio_completion: usage.audioCompletionTokens,
    web_search: usage.webSearches,
  }
  return CHARGE_CLASSES.filter((name) => count(tokens[name]) > 0).map((name) => ({
    class: name,
    tokens: count(tokens[name]),
    ratio: decimalText(rates[name]),
    per: name === 'web_search' ? (1_000 as const) : (1_000_000 as const),
    exact: times(decimal(count(tokens[name])), rates[name]),
  }))
}

function ruleOf(usage: Usage, sum: Decimal, total: number): ChargeExplanation['rule'] {
  if (!usedTokens(usage)) return 'no_tokens'
  if (decimalText(sum) === String(total)) return 'exact'
  if (sum.units === 0n) return 'least_one'
  return rounded(sum) === BigInt(total) ? 'rounded' : 'cut'
}

/**
 * Credits for people: dollars with two decimals ("$0.02", "-$1.50"), or plain credits. A rate
 * of 0 or less cannot be divided by, so credits are shown then.
 */
export function formatQuota(quota: number, quotaPerUnit: number, inCurrency: boolean): string {
  if (!inCurrency || !(quotaPerUnit > 0)) return String(quota)
  const rate = decimal(quotaPerUnit)
  const cents = BigInt(Math.trunc(Math.abs(quota))) * 100n * 10n ** BigInt(rate.scale)
  const size = (cents * 2n + rate.units) / (rate.units * 2n)
  const text = size.toString().padStart(3, '0')
  const sign = quota < 0 && size > 0n ? '-' : ''
  return `${sign}$${text.slice(0, -2)}.${text.slice(-2)}`
}

/** Dollars per image for one point of model ratio, when an image model has no fixed price. */
const USD_PER_IMAGE_RATIO = 0.0025

const SIZE_RATIOS: ReadonlyMap<string, number> = new Map([
  ['256x256', 0.4],
  ['512x512', 0.45],
  ['1024x1024', 1],
  ['1024x1792', 2],
  ['1792x1024', 2],
])

export interface ImageOrder {
  /** Upstream name: only dall-e-3 has a dearer quality. */
  readonly model: string
  readonly size: string
  readonly quality: string
  /** Images asked for. */
  readonly n: number
  /** Dollars per image at 1024x1024; `undefined` when the model has only a ratio. */
  readonly modelPrice: number | undefined
  readonly modelRatio: number
  readonly groupRatio: number
}

/**
 * Credits for generated images. Without a fixed price the model ratio stands for dollars at
 * 0.0025 each; the reference checks the balance against that but then bills n tokens.
 */
export function imageCharge(order: ImageOrder): number {
  const unit =
    order.modelPrice === undefined
      ? times(decimal(order.modelRatio), decimal(USD_PER_IMAGE_RATIO))
      : decimal(order.modelPrice)
  const perImage = times(unit, times(sizeRatio(order.size), qualityRatio(order)))
  const images = times(perImage, decimal(count(order.n)))
  return wholeCredits(rounded(inCredits(images, order.groupRatio)))
}

function sizeRatio(size: string): Decimal {
  return decimal(SIZE_RATIOS.get(size) ?? 1)
}

function qualityRatio(order: ImageOrder): Decimal {
  if (order.model !== 'dall-e-3' || order.quality !== 'hd') return decimal(1)
  return decimal(SIZE_RATIOS.get(order.size) === 2 ? 1.5 : 2)
}

/** Credits for one queued job (drawing, music), rounded down; `priceUsd` per job. */
export function taskCharge(priceUsd: number, groupRatio: number): number {
  return wholeCredits(truncated(inCredits(decimal(Math.max(0, priceUsd)), groupRatio)))
}

function inCredits(usd: Decimal, groupRatio: number): Decimal {
  return times(times(usd, decimal(Math.max(0, groupRatio))), decimal(CREDITS_PER_USD))
}

/** Prompt tokens that a recording counts as: 1000 a minute, of begun seconds. */
export function recordingTokens(seconds: number): number {
  if (!(seconds > 0) || !Number.isFinite(seconds)) return 0
  return Math.round((Math.ceil(seconds) / 60) * 1000)
}

/** Prompt tokens that a text to be spoken counts as: characters for tts models. */
export function speechCharacters(text: string): number {
  return Array.from(text).length
}
