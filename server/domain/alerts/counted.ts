/** Values of counted measures: of sums over a window, whoever has summed them up. */
import { LATENCY_SLOTS, quantileMs } from '../logs/latency'
import { HOUR, MINUTE } from '../logs/rollups'
import { CREDITS_PER_USD } from '../money/quota'
import type { CountedMeasure } from './measures'

export interface CallCounts {
  readonly calls: number
  readonly failed: number
  readonly refused: number
  /** Credits. */
  readonly quota: number
  readonly prompt_tokens: number
  readonly cached_tokens: number
  /** Answered calls per slot of waiting time. */
  readonly latency: readonly number[]
}

export const NO_CALLS: CallCounts = {
  calls: 0,
  failed: 0,
  refused: 0,
  quota: 0,
  prompt_tokens: 0,
  cached_tokens: 0,
  latency: new Array<number>(LATENCY_SLOTS).fill(0),
}

export interface WindowCounts {
  readonly counts: CallCounts
  readonly seconds: number
  readonly minCalls: number
  /** Credits an hour at this time of other weeks; `undefined` where there were none. */
  readonly usual: number | undefined
}

/** `undefined` where nothing can be said. */
type Value = number | undefined

/** Credits an hour that are usual at least: ten times a cent is no matter. */
export const LEAST_USUAL = CREDITS_PER_USD

const VALUES: Readonly<Record<CountedMeasure, (window: WindowCounts) => Value>> = {
  error_share: ({ counts, minCalls }) => share(counts.failed, counts.calls, minCalls),
  first_byte_p95: ({ counts: { latency }, minCalls }) =>
    sum(latency) < Math.max(1, minCalls) ? undefined : quantileMs(latency, 0.95),
  calls_per_minute: ({ counts, seconds }) => rate(counts.calls, seconds),
  refusals_per_minute: ({ counts, seconds }) => rate(counts.refused, seconds),
  spend_per_hour: ({ counts, seconds }) => perHour(counts, seconds),
  spend_times_usual: ({ counts, seconds, usual }) => {
    if (usual === undefined) return undefined
    return perHour(counts, seconds) / Math.max(usual, LEAST_USUAL)
  },
  cache_share: ({ counts, minCalls }) =>
    counts.calls < minCalls ? undefined : share(counts.cached_tokens, counts.prompt_tokens, 0),
}

export function countedValue(measure: CountedMeasure, window: WindowCounts): Value {
  return VALUES[measure](window)
}

function share(part: number, total: number, least: number): Value {
  if (total <= 0 || total < least) return undefined
  return Math.max(0, (part / total) * 100)
}

function rate(count: number, seconds: number): number {
  return (count / seconds) * MINUTE
}

function perHour({ quota }: CallCounts, seconds: number): number {
  return Math.round((quota / seconds) * HOUR)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
