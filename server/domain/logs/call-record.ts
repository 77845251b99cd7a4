/**
 * The record of a finished call: facts only, no sentence in any language. `recordJson` is what a
 * log row keeps of it in addition to its columns, `billOf` reads the bill back, from rows of every
 * version; everything else is read in `details.ts`.
 */

import { type ErrorFacts, errorFacts } from '../errors/error-facts'
import type { GatewayError } from '../errors/gateway-error'
import { isRecord } from '../json/records'
import type { Price, Rates } from '../money/price'
import { priceInForce } from '../money/price-in-force'
import { withUnpricedUnits } from '../money/unpriced-units'
import {
  freshPromptTokens,
  totalCacheWriteTokens,
  totalCompletionTokens,
  totalPromptTokens,
  type Usage,
  usage,
} from '../money/usage'
import { byUnit } from '../prices/step-rates'
import { UNIT_NAMES, UNITS, type UnitName, unitOf } from '../units'
import { type FailedTry, loggedTries } from './call-attempts'

/** Rows without a version are of before units had rows. */
const VERSION = 2

/** Who broke a call off. */
export type CutBy = 'client' | 'upstream' | 'gateway'

/**
 * What a count of our own was made from: text, what a recording's file says of itself, its mere
 * size, or what was requested.
 */
export const COUNTED_BY = ['tokenizer', 'recording', 'size', 'request'] as const
export type CountedBy = (typeof COUNTED_BY)[number]

export interface CallRecord {
  readonly usage: Usage
  /** As it was frozen for the call. */
  readonly price: Price
  /** Whether the columns count the prompt as Claude does: without what a cache gave or took. */
  readonly isPromptFresh: boolean
  /** Milliseconds. */
  readonly firstByteMs: number | undefined
  /** The gateway's own share of it; absent where it is not measured. */
  readonly overheadMs?: number | undefined
  /** `undefined` when the model was called by its own name. */
  readonly upstreamModel: string | undefined
  /** The model that was requested, when another one answered in its place. */
  readonly fallbackOf: string | undefined
  /** Who counted here, because the upstream did not. */
  readonly countedBy: CountedBy | undefined
  readonly cut: { readonly by: CutBy; readonly policy: string } | undefined
  readonly error: GatewayError | undefined
  /** Tokens that the balance allowed the answer to have. */
  readonly outputLimit: number | undefined
  readonly isLimitIgnored: boolean
  readonly untranslated: readonly string[]
  readonly reasoningEffort: string | undefined
  /** Ids of channels, in order. */
  readonly tried: readonly number[]
  /** Those of them that failed; absent when the first has answered. */
  readonly failed?: readonly FailedTry[] | undefined
  readonly upstreamId: string | undefined
}

/** What the columns `prompt_tokens` and `completion_tokens` are to count. */
export function countedTokens({ usage: used, isPromptFresh }: CallRecord) {
  return {
    prompt_tokens: isPromptFresh ? freshPromptTokens(used) : totalPromptTokens(used),
    completion_tokens: totalCompletionTokens(used),
  }
}

/** The JSON text of a row's `other`; what is not known stands not in it. */
export function recordJson(record: CallRecord): string {
  const { usage: used, error, tried } = record
  const price = priceInForce(record.price, used)
  const other: Writable = {
    // First: only as the beginning of an object does a spread cost nothing.
    ...(error !== undefined && (errorFacts(error) satisfies ErrorFacts)),
    v: VERSION,
    model_ratio: price.modelRatio,
    group_ratio: price.groupRatio,
    completion_ratio: price.completionRatio,
    model_price: price.modelPrice,
    cache_tokens: used.cacheReadTokens,
    cache_ratio: price.cacheRatio,
    frt: record.firstByteMs ?? -1000,
  }
  if (record.isPromptFresh) other.claude = true
  if (record.overheadMs !== undefined) other.overhead_ms = hundredths(record.overheadMs)
  addCacheWrites(other, record, price)
  addAudio(other, used, price)
  addOtherUnits(other, used, price)
  addCircumstances(other, record)
  const admin: Writable = { use_channel: tried.map(String) }
  if (record.upstreamId !== undefined) admin.upstream_request_id = record.upstreamId
  if (used.reportedMicroUsd !== undefined) {
    admin.reported_cost_micro_usd = used.reportedMicroUsd
  }
  if (record.failed !== undefined) admin.attempts = loggedTries(record.failed)
  other.admin_info = admin
  return JSON.stringify(other)
}

export function hundredths(ms: number): number {
  return Math.round(ms * 100) / 100
}

/** Most calls have nothing special, and what is never written costs nothing. */
type Writable = Record<string, unknown>

function addCircumstances(other: Writable, record: CallRecord): void {
  const { upstreamModel, fallbackOf, countedBy, cut, outputLimit, untranslated, tried } = record
  if (upstreamModel !== undefined) {
    other.is_model_mapped = true
    other.upstream_model_name = upstreamModel
  }
  if (fallbackOf !== undefined) other.fallback_of = fallbackOf
  if (countedBy !== undefined) other.counted_by = countedBy
  if (cut !== undefined) other.cut = { by: cut.by, policy: cut.policy }
  if (outputLimit !== undefined) other.output_limit = outputLimit
  if (record.isLimitIgnored) other.limit_ignored = true
  if (untranslated.length > 0) other.untranslated = untranslated
  if (record.reasoningEffort !== undefined) other.reasoning_effort = record.reasoningEffort
  if (tried.length > 1) other.retries = tried.length - 1
}

const LONG = UNITS.longCacheWriteTokens.price.times

/** Front ends of the family read both keys of every Claude call. */
function addCacheWrites(
  other: Writable,
  { usage: used, isPromptFresh }: CallRecord,
  price: Price,
): void {
  const all = totalCacheWriteTokens(used)
  if (all === 0 && !isPromptFresh) return
  other.cache_creation_tokens = all
  other.cache_creation_ratio = price.cacheWriteRatio
  const long = used.longCacheWriteTokens
  if (long === 0) return
  other.cache_creation_tokens_1h = long
  other.cache_creation_ratio_1h = Number((price.cacheWriteRatio * LONG).toFixed(6))
}

function addAudio(other: Writable, used: Usage, price: Price): void {
  if (used.audioPromptTokens + used.audioCompletionTokens === 0) return
  other.audio = true
  other.audio_input = used.audioPromptTokens
  other.audio_output = used.audioCompletionTokens
  other.text_input = totalPromptTokens(used) - used.audioPromptTokens
  other.text_output = totalCompletionTokens(used) - used.audioCompletionTokens
  other.audio_ratio = price.audioRatio
  other.audio_completion_ratio = price.audioCompletionRatio
}

/** Units that no key of the family's own stands for, and what is needed to price them again. */
function addOtherUnits(other: Writable, used: Usage, price: Price): void {
  const { units, prices } = countedUnits(used, price)
  if (used.reasoningTokens > 0) other.reasoning_tokens = used.reasoningTokens
  if (used.webSearches > 0) {
    other.web_search_requests = used.webSearches
    other.web_search_price = (prices?.[unitOf('webSearches').class] ?? 0) / 1_000
  }
  if (units !== undefined) other.units = units
  if (prices !== undefined) other.unit_prices = prices
  if (price.imageRatio !== undefined) other.image_ratio = price.imageRatio
  if (used.tier !== undefined) other.tier = used.tier
  if (price.tierFactor !== undefined) other.tier_factor = price.tierFactor
  const { unknown } = withUnpricedUnits(used, price)
  if (unknown !== undefined) other.unknown_usage = unknown
}

function countedUnits(used: Usage, price: Price) {
  let units: Record<string, number> | undefined
  let prices: Record<string, number> | undefined
  for (const name of UNIT_NAMES) {
    if (!(used[name] > 0)) continue
    const unit = unitOf(name)
    if (unit.logged === undefined) {
      units ??= {}
      units[unit.class] = used[name]
    }
    const own = price.usd?.[name] ?? (unit.price.by === 'dollars' ? unit.price.usd : undefined)
    if (own === undefined) continue
    prices ??= {}
    prices[unit.class] = own
  }
  return { units, prices }
}

interface LoggedCounts {
  readonly prompt_tokens: number
  readonly completion_tokens: number
}

type Other = Readonly<Record<string, unknown>>

/** What the call used and at which price; `undefined` for rows that were no call. */
export function billOf(
  log: LoggedCounts,
  other: Other,
): { usage: Usage; price: Price } | undefined {
  if (typeof other.group_ratio !== 'number') return undefined
  return { usage: usageOf(log, other), price: priceOf(other) }
}

function usageOf(log: LoggedCounts, other: Other): Usage {
  const units = isRecord(other.units) ? other.units : {}
  const counts: Partial<Record<UnitName, number>> = {}
  for (const name of UNIT_NAMES) {
    const { logged, class: key } = unitOf(name)
    if (logged !== 'column') counts[name] = number(logged ? other[logged] : units[key])
  }
  // The family's key counts what was written for any lifetime.
  const written = number(other.cache_creation_tokens)
  const longer = totalCacheWriteTokens(usage({ ...counts, cacheWriteTokens: 0 }))
  const parts = usage({ ...counts, cacheWriteTokens: written - longer })
  return {
    ...parts,
    promptTokens: log.prompt_tokens - otherPromptTokens(parts, other),
    completionTokens: log.completion_tokens - totalCompletionTokens(parts),
    ...(isRecord(other.unknown_usage) && { unknown: countsIn(other.unknown_usage) }),
    ...(typeof other.tier === 'string' && { tier: other.tier }),
  }
}

/** Claude's own count leaves cached text out, and left all but text out before units. */
function otherPromptTokens(parts: Usage, other: Other): number {
  if (other.claude !== true) return totalPromptTokens(parts)
  return other.v === undefined ? 0 : freshPromptTokens(parts)
}

function priceOf(other: Other): Price {
  const modelPrice = number(other.model_price, -1)
  const usd = byUnit(isRecord(other.unit_prices) ? countsIn(other.unit_prices) : {})
  const imageRatio = number(other.image_ratio, Number.NaN)
  const tierFactor = number(other.tier_factor, Number.NaN)
  const rates: Rates = {
    modelRatio: number(other.model_ratio),
    completionRatio: number(other.completion_ratio, 1),
    cacheRatio: number(other.cache_ratio, 1),
    cacheWriteRatio: number(other.cache_creation_ratio, 1),
    audioRatio: number(other.audio_ratio, 1),
    audioCompletionRatio: number(other.audio_completion_ratio, 1),
    ...(!Number.isNaN(imageRatio) && { imageRatio }),
    ...(Object.keys(usd).length > 0 && { usd }),
  }
  return {
    ...rates,
    mode: modelPrice >= 0 ? 'per-call' : 'per-token',
    modelPrice,
    groupRatio: number(other.group_ratio, 1),
    ...(!Number.isNaN(tierFactor) && { tierFactor }),
  }
}

function countsIn(stored: Other): Readonly<Record<string, number>> {
  const entries = Object.entries(stored).filter(([, value]) => typeof value === 'number')
  return Object.fromEntries(entries.map(([key, value]) => [key, number(value)]))
}

function number(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}
