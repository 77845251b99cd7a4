/** What was counted of calls within a stretch of time, for one subject or for each. */
import {
  type RollupSum,
  rollupPoints,
  rollupSums,
  rollupsOf,
  rollupWaits,
} from '../../../db/tables/rollups'
import { type UsageColumn, type UsageSum, usageSums } from '../../../db/tables/usage-facts'
import { type CallCounts, NO_CALLS } from '../../domain/alerts/counted'
import type { CountedMeasure } from '../../domain/alerts/measures'
import type { TimedCounts } from '../../domain/alerts/replay'
import type { AlertCondition } from '../../domain/alerts/rule'
import { HOUR, MINUTE, MINUTE_KINDS, type RollupKind } from '../../domain/logs/rollups'
import type { ServiceDeps } from '../service-deps'

export interface CountedRule extends AlertCondition {
  readonly measure: CountedMeasure
}

/** Epoch seconds; `to` is not included. */
export interface CountedSpan {
  readonly from: number
  readonly to: number
  readonly step: typeof MINUTE | typeof HOUR
}

export type CountsBySubject = ReadonlyMap<string, CallCounts>

/** Of each subject, so many are looked at, the largest spenders first. */
const MOST_SUBJECTS = 2000

const COLUMNS: Readonly<Record<AlertCondition['scope'], UsageColumn | undefined>> = {
  site: undefined,
  channel: 'channel_id',
  model: 'model',
  group: 'group',
  user: 'user_id',
  token: 'token_id',
}

/** Counts of attempts know no groups and no cache. */
function isOfUsage({ measure, scope }: CountedRule): boolean {
  return measure === 'cache_share' || scope === 'group'
}

function rollupKind({ scope }: CountedRule, step: number): RollupKind {
  if (scope === 'site' || scope === 'group') return 'site'
  return step === MINUTE ? MINUTE_KINDS[scope] : scope
}

/** The site is counted by the minute for longer than a window can be. */
export function stepOf({ scope, measure, window_s }: CountedRule): CountedSpan['step'] {
  const isSite = scope === 'site' && measure !== 'cache_share'
  return isSite || window_s <= 2 * HOUR ? MINUTE : HOUR
}

/** A subject that the rule names is there, whether it was called or not. */
export async function countsWithin(
  { db: { lists } }: ServiceDeps,
  rule: CountedRule,
  { from, to, step }: CountedSpan,
): Promise<CountsBySubject> {
  const { subject, scope } = rule
  const found = isOfUsage(rule)
    ? await usageWithin(lists, rule, { from, to, step })
    : await rollupsWithin(lists, rule, { from, to, step })
  if (subject === '' && scope !== 'site') return found
  return new Map([[subject, found.get(subject) ?? NO_CALLS]])
}

type Lists = ServiceDeps['db']['lists']

async function rollupsWithin(
  lists: Lists,
  rule: CountedRule,
  { from, to, step }: CountedSpan,
): Promise<CountsBySubject> {
  const { subject, scope, measure, min_calls } = rule
  const span = { kind: rollupKind(rule, step), from, to }
  const isEach = subject === '' && scope !== 'site'
  const sums = await rollupSums(lists, span, {
    ...(!isEach && { subjects: [subject] }),
    most: MOST_SUBJECTS,
  })
  const needsWaits = measure === 'first_byte_p95'
  const busy = sums.filter(({ calls }) => calls >= min_calls).map((sum) => sum.subject)
  const waits = needsWaits ? await rollupWaits(lists, busy, span) : new Map<string, never>()
  return new Map(sums.map((sum) => [sum.subject, countsOf(sum, waits.get(sum.subject))]))
}

async function usageWithin(
  lists: Lists,
  rule: CountedRule,
  { from, to, step }: CountedSpan,
): Promise<CountsBySubject> {
  const sums = await usageSums(lists, {
    ...onlyOf(rule),
    step,
    from,
    to,
    waits: rule.measure === 'first_byte_p95',
  })
  return new Map(sums.slice(0, MOST_SUBJECTS).map((sum) => [sum.key[0] ?? '', ofUsage(sum)]))
}

function onlyOf({ scope, subject }: CountedRule) {
  const column = COLUMNS[scope]
  if (column === undefined) return { only: {}, by: [] }
  const isNumber = column !== 'model' && column !== 'group'
  const value = isNumber ? Number(subject) : subject
  return { only: subject === '' ? {} : { [column]: [value] }, by: [column] }
}

type RollupCounts = Pick<RollupSum, 'calls' | 'failed' | 'refused' | 'quota'>

function countsOf(
  { calls, failed, refused, quota }: RollupCounts,
  latency: readonly number[] = NO_CALLS.latency,
): CallCounts {
  return { ...NO_CALLS, calls, failed, refused, quota, latency }
}

function ofUsage(sum: UsageSum): CallCounts {
  const { prompt_tokens, cached_tokens, latency } = sum
  return { ...countsOf(sum, latency), prompt_tokens, cached_tokens }
}

/** The same over time, of one subject; oldest first. */
export async function countsOverTime(
  { db: { lists } }: ServiceDeps,
  rule: CountedRule,
  { from, to, step }: CountedSpan,
): Promise<readonly TimedCounts[]> {
  if (isOfUsage(rule)) {
    const bucket = { seconds: step, from }
    const sums = await usageSums(lists, { ...onlyOf(rule), step, from, to, bucket })
    return sums
      .map((sum) => ({ ...ofUsage(sum), at: from + sum.bucket * step }))
      .sort((a, b) => a.at - b.at)
  }
  const span = { kind: rollupKind(rule, step), from, to }
  if (rule.measure === 'first_byte_p95') {
    const rows = await rollupsOf(lists, rule.subject, span)
    return rows.map((row) => ({ ...countsOf(row, row.latency), at: row.at }))
  }
  const points = await rollupPoints(lists, [rule.subject], span)
  return points.map((point) => ({ ...countsOf(point), at: point.at }))
}
