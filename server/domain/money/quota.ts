/**
 * What a call costs, in credits, computed exactly: every ratio is a decimal, products are
 * BigInt, and the result is rounded once, half away from zero.
 *
 * The reference truncates on /v1/messages and rounds on /v1/chat/completions; one rule for both
 * means that the same work costs the same, whatever the client speaks.
 */

import { CHARGED_UNITS, type UnitClass, type UnitName, unitOf } from '../units'
import type { Per, RatioName } from '../units/unit'
import {
  type Decimal,
  decimal,
  decimalText,
  dividedBy,
  plus,
  rounded,
  times,
  truncated,
  unitsAt,
  ZERO,
} from './decimal'
import type { Price } from './price'
import { priceInForce } from './price-in-force'
import type { Usage } from './usage'

/** One dollar. */
export const CREDITS_PER_USD = 500_000
/** Millionths of a dollar. */
export const MICRO_USD_PER_CREDIT = 1_000_000 / CREDITS_PER_USD

/** Rates as plain numbers, which are far cheaper than BigInts and as exact while they are small. */
export interface PlainRates {
  readonly one: number
  readonly prompt: number
  readonly completion: number
  readonly all: readonly number[]
}

/** A sum up to this is exact as a number, and so is twice of it with half a credit more. */
export const MOST_PLAIN = 2 ** 50

/** A price worked out once: integer credits per unit on one common scale. */
export interface FrozenRates {
  readonly perToken: boolean
  /** `undefined` where a rate is too large for a number. */
  readonly plain: PlainRates | undefined
  /** 10^scale: what the rates are multiplied by. */
  readonly one: bigint
  readonly prompt: bigint
  readonly completion: bigint
  /** Of every unit that is charged, in the order of the rows of units. */
  readonly all: readonly bigint[]
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

function perCallRates(price: Price): FrozenRates {
  const perCall = wholeCredits(rounded(perCallCredits(price)))
  const nothing = { one: 1n, prompt: 0n, completion: 0n, all: [], plain: undefined }
  return { ...nothing, perToken: false, perCall, leastOne: false }
}

function perTokenRates(price: Price): FrozenRates {
  const rates = CHARGED_UNITS.map((name) => rateOf(name, price))
  const scale = Math.max(...rates.map((rate) => rate.scale))
  const all = rates.map((rate) => unitsAt(rate, scale))
  const prompt = unitsAt(rateOf('promptTokens', price), scale)
  const completion = unitsAt(rateOf('completionTokens', price), scale)
  const one = 10n ** BigInt(scale)
  const rounding = { perCall: 0, leastOne: prompt > 0n }
  const exact = { one, prompt, completion, all }
  return { perToken: true, ...exact, plain: plainRates(exact), ...rounding }
}

type ExactRates = Pick<FrozenRates, 'one' | 'prompt' | 'completion' | 'all'>

function plainRates({ one, prompt, completion, all }: ExactRates): PlainRates | undefined {
  if ([one, prompt, completion, ...all].some((rate) => rate > MOST_PLAIN)) return undefined
  return {
    one: Number(one),
    prompt: Number(prompt),
    completion: Number(completion),
    all: all.map(Number),
  }
}

/** Whole quotient of two whole numbers below 2^53, exact. */
export function quotient(dividend: number, divisor: number): number {
  return (dividend - (dividend % divisor)) / divisor
}

/** Credits for one of a unit, everything multiplied in. */
function rateOf(name: UnitName, price: Price): Decimal {
  const unit = unitOf(name)
  const own = price.usd?.[name]
  if (own !== undefined) return inCredits(perOne(own, unit.per), factorOf(price))
  switch (unit.price.by) {
    case 'ratio': {
      const base = times(ratio(price.modelRatio), factorOf(price))
      const rate = unit.price.ratios.reduce(
        (rate, factor) => times(rate, ratio(price[factor] ?? ABSENT[factor])),
        base,
      )
      const { times: factor, over = 1 } = unit.price
      const multiplied = factor === undefined ? rate : times(rate, decimal(factor))
      return over === 1 ? multiplied : dividedBy(multiplied, over)
    }
    case 'dollars':
      return inCredits(perOne(unit.price.usd, unit.per), factorOf(price))
    case 'nothing':
    case 'other-unit':
      return ZERO
  }
}

/** Credits for one of a unit, exact. */
export function creditsEach(name: UnitName, price: Price): string {
  return decimalText(rateOf(name, price))
}

/** What a ratio is that a price leaves out. */
const ABSENT: Readonly<Record<RatioName, number>> = {
  completionRatio: 1,
  cacheRatio: 1,
  cacheWriteRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  imageRatio: 1,
}

/** Dollars for one, exactly: the numbers that prices are shown for are powers of ten. */
function perOne(usd: number, per: Per): Decimal {
  const { units, scale } = ratio(usd)
  return { units, scale: scale + String(per).length - 1 }
}

/** What a whole bill is multiplied by. */
function factorOf({ groupRatio, tierFactor }: Price): Decimal {
  return tierFactor === undefined ? ratio(groupRatio) : times(ratio(groupRatio), ratio(tierFactor))
}

function perCallCredits(price: Price): Decimal {
  const dollars = times(ratio(price.modelPrice), factorOf(price))
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
  if (!isCharged(usage)) return 0
  const rates = freezeRates(priceInForce(price, usage))
  if (!rates.perToken) return rates.perCall
  const plain = rates.plain && plainSum(usage, rates.plain)
  if (plain !== undefined && plain <= MOST_PLAIN) {
    const one = rates.plain?.one ?? 1
    return plain === 0 ? Number(rates.leastOne) : quotient(plain * 2 + one, one * 2)
  }
  let sum = 0n
  for (let at = 0; at < CHARGED_UNITS.length; at++) {
    const used = usage[CHARGED_UNITS[at] as UnitName]
    // Most calls have three units or four.
    if (used > 0) sum += BigInt(count(used)) * (rates.all[at] ?? 0n)
  }
  if (sum === 0n) return rates.leastOne ? 1 : 0
  return wholeCredits((sum * 2n + rates.one) / (rates.one * 2n))
}

/** Exact where it is at most `MOST_PLAIN`. */
function plainSum(usage: Usage, rates: PlainRates): number {
  let sum = 0
  for (let at = 0; at < CHARGED_UNITS.length; at++) {
    const used = usage[CHARGED_UNITS[at] as UnitName]
    if (used > 0) sum += count(used) * (rates.all[at] ?? 0)
  }
  return sum
}

function isCharged(usage: Usage): boolean {
  for (const name of CHARGED_UNITS) if (usage[name] > 0) return true
  return false
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
  readonly class: UnitClass
  /** How many of the unit: tokens of most. */
  readonly tokens: number
  /** Credits for each of them, exact. */
  readonly ratio: string
  /** Of how many the price is shown to people. */
  readonly per: Per
  /** Exact product, before rounding. */
  readonly credits: string
}

/** The text of a price for so many. */
export function perText(per: Per) {
  if (per === 1) return 'log.per_one'
  return per === 1000 ? 'log.per_thousand' : 'log.per_million'
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
export function explainCharge(usage: Usage, frozenPrice: Price): ChargeExplanation {
  const price = priceInForce(frozenPrice, usage)
  const total = chargeFor(usage, price)
  const rows = price.mode === 'per-call' ? [] : chargeRows(usage, price)
  let sum = price.mode === 'per-call' && isCharged(usage) ? perCallCredits(price) : ZERO
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
  return CHARGED_UNITS.filter((name) => count(usage[name]) > 0).map((name) => {
    const unit = unitOf(name)
    const tokens = count(usage[name])
    const rate = rateOf(name, price)
    return {
      class: unit.class,
      tokens,
      ratio: decimalText(rate),
      per: unit.per,
      exact: times(decimal(tokens), rate),
    }
  })
}

function ruleOf(usage: Usage, sum: Decimal, total: number): ChargeExplanation['rule'] {
  if (!isCharged(usage)) return 'no_tokens'
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

/** The same for amounts that may be small: to a millionth below a dollar. */
export function formatFineQuota(quota: number, quotaPerUnit: number, inCurrency: boolean): string {
  const isSmall = quota !== 0 && Math.abs(quota) < quotaPerUnit
  if (!inCurrency || !isSmall) return formatQuota(quota, quotaPerUnit, inCurrency)
  return `$${(quota / quotaPerUnit).toFixed(SMALL_DIGITS)}`
}

const SMALL_DIGITS = 6

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
  /** Images requested. */
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
  return wholeCredits(rounded(inCredits(images, ratio(order.groupRatio))))
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
  return wholeCredits(truncated(inCredits(ratio(priceUsd), ratio(groupRatio))))
}

function inCredits(usd: Decimal, factor: Decimal): Decimal {
  return times(times(usd, factor), decimal(CREDITS_PER_USD))
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
