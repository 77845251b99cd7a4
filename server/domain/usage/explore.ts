/** What the page Explore can show: of which time, by what, and which measure. */
import { quantileMs } from '../logs/latency'
import { DAY, HOUR, MINUTE } from '../logs/rollups'
import { QUARTER_DAY, type UsageStep } from './steps'

interface WindowRow {
  /** Rows that are read. */
  readonly step: UsageStep
  /** Seconds of a bucket, and how many of them. */
  readonly bucket: number
  readonly count: number
}

/** Ending with the bucket that runs. Days, and quarters of them, are those of UTC. */
export const USAGE_WINDOWS = {
  '5m': { step: MINUTE, bucket: MINUTE, count: 5 },
  '15m': { step: MINUTE, bucket: MINUTE, count: 15 },
  '1h': { step: MINUTE, bucket: MINUTE, count: 60 },
  '24h': { step: HOUR, bucket: HOUR, count: 24 },
  '7d': { step: QUARTER_DAY, bucket: QUARTER_DAY, count: 28 },
  '30d': { step: DAY, bucket: DAY, count: 30 },
  '90d': { step: DAY, bucket: 3 * DAY, count: 30 },
} as const satisfies Readonly<Record<string, WindowRow>>

export type UsageWindow = keyof typeof USAGE_WINDOWS
export const USAGE_WINDOW_NAMES = Object.keys(USAGE_WINDOWS) as UsageWindow[]

/** What usage is grouped and filtered by, and the column that says it. */
export const USAGE_GROUPS = {
  model: { column: 'model', adminOnly: false },
  channel: { column: 'channel_id', adminOnly: true },
  user: { column: 'user_id', adminOnly: true },
  token: { column: 'token_id', adminOnly: false },
  group: { column: 'group', adminOnly: false },
  client: { column: 'client', adminOnly: false },
  tag: { column: 'tag', adminOnly: false },
} as const

export type UsageGroup = keyof typeof USAGE_GROUPS
export const USAGE_GROUP_NAMES = Object.keys(USAGE_GROUPS) as UsageGroup[]

/** What a measure is made of. */
export interface Measured {
  readonly calls: number
  readonly failed: number
  readonly refused: number
  readonly quota: number
  readonly uncollected: number
  readonly cost: number
  readonly prompt_tokens: number
  readonly cached_tokens: number
  readonly cache_write_tokens: number
  readonly completion_tokens: number
  readonly latency: readonly number[]
}

interface MeasureRow {
  /** How a value is written. */
  readonly unit: 'credits' | 'count' | 'ms' | 'share'
  readonly adminOnly: boolean
  /** `undefined` where there is nothing to measure. */
  readonly of: (sum: Measured) => number | undefined
}

const counted = (of: (sum: Measured) => number): MeasureRow => ({
  unit: 'count',
  adminOnly: false,
  of,
})
const waited = (share: number): MeasureRow => ({
  unit: 'ms',
  adminOnly: false,
  of: ({ latency }) => quantileMs(latency, share) || undefined,
})
const shared = (part: (sum: Measured) => number, whole: (sum: Measured) => number): MeasureRow => ({
  unit: 'share',
  adminOnly: false,
  of: (sum) => (whole(sum) === 0 ? undefined : part(sum) / whole(sum)),
})
const credits = (of: (sum: Measured) => number, adminOnly: boolean): MeasureRow => ({
  unit: 'credits',
  adminOnly,
  of,
})

/** In the order in which they are offered. */
export const USAGE_MEASURES = {
  spend: credits(({ quota }) => quota, false),
  requests: counted(({ calls }) => calls),
  tokens: counted((sum) => sum.prompt_tokens + sum.completion_tokens),
  input: counted((sum) => sum.prompt_tokens - sum.cached_tokens - sum.cache_write_tokens),
  cached: counted((sum) => sum.cached_tokens),
  cache_write: counted((sum) => sum.cache_write_tokens),
  output: counted((sum) => sum.completion_tokens),
  cache_share: shared(
    (sum) => sum.cached_tokens,
    (sum) => sum.prompt_tokens,
  ),
  errors: counted(({ failed }) => failed),
  error_share: shared(
    ({ failed }) => failed,
    ({ calls }) => calls,
  ),
  refused: counted(({ refused }) => refused),
  p50: waited(0.5),
  p95: waited(0.95),
  p99: waited(0.99),
  cost: credits(({ cost }) => cost, true),
  margin: credits(({ quota, cost }) => quota - cost, true),
  uncollected: credits(({ uncollected }) => uncollected, true),
} as const satisfies Readonly<Record<string, MeasureRow>>

export type UsageMeasure = keyof typeof USAGE_MEASURES
export const USAGE_MEASURE_NAMES = Object.keys(USAGE_MEASURES) as UsageMeasure[]

export function measured(measure: UsageMeasure, sum: Measured): number | undefined {
  return USAGE_MEASURES[measure].of(sum)
}

/** Of parts of the calls; what is less than nothing by a race of two readings is nothing. */
export function lessThan(all: Measured, parts: readonly Measured[]): Measured {
  const rest = (name: Exclude<keyof Measured, 'latency'>): number =>
    Math.max(0, all[name] - parts.reduce((sum, part) => sum + part[name], 0))
  return {
    calls: rest('calls'),
    failed: rest('failed'),
    refused: rest('refused'),
    quota: rest('quota'),
    uncollected: rest('uncollected'),
    cost: rest('cost'),
    prompt_tokens: rest('prompt_tokens'),
    cached_tokens: rest('cached_tokens'),
    cache_write_tokens: rest('cache_write_tokens'),
    completion_tokens: rest('completion_tokens'),
    latency: all.latency.map((count, slot) =>
      Math.max(0, count - parts.reduce((sum, part) => sum + (part.latency[slot] ?? 0), 0)),
    ),
  }
}
