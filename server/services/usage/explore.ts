/** What the page Explore shows: one measure of a time, by up to two things, the largest first. */
import {
  type UsageColumn,
  type UsageQuestion,
  type UsageSum,
  usageSums,
} from '../../../db/tables/usage-facts'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { HOUR } from '../../domain/logs/rollups'
import {
  lessThan,
  type Measured,
  measured,
  USAGE_GROUP_NAMES,
  USAGE_GROUPS,
  USAGE_MEASURES,
  USAGE_WINDOWS,
  type UsageGroup,
  type UsageMeasure,
  type UsageWindow,
} from '../../domain/usage/explore'
import type { ServiceDeps } from '../service-deps'
import { type NamedKey, namesOf } from './names'
import { NOTHING_USED, sumOf, type UsageTotals, usageTotals } from './usage-totals'
import { wholeSums } from './whole-days'

export interface ExploreInput {
  readonly measure: UsageMeasure
  readonly window: UsageWindow
  readonly by: readonly UsageGroup[]
  /** Values with commas between them; those that are absent are not looked at. */
  readonly only: Readonly<Partial<Record<UsageGroup, string>>>
  /** Groups that are shown; the rest is summed. */
  readonly top: number
  /** Seconds that the reader's clock is ahead of UTC, so that days begin at midnight there. */
  readonly shift: number
  /** Whose calls; everybody's when absent. */
  readonly userId?: number | undefined
}

export interface ExploredGroup {
  readonly keys: readonly NamedKey[]
  readonly total: UsageTotals
  readonly value: number | null
  /** The measure per bucket; `null` where there was nothing to measure. */
  readonly series: readonly (number | null)[]
}

export interface Explored {
  readonly from: number
  readonly to: number
  readonly now: number
  /** Seconds of a bucket. */
  readonly step: number
  readonly total: UsageTotals
  readonly value: number | null
  /** Of the same length, up to where this one begins. */
  readonly before: UsageTotals
  readonly value_before: number | null
  readonly groups: readonly ExploredGroup[]
  /** How many groups are not shown, and what they come to. */
  readonly other: (Omit<ExploredGroup, 'keys'> & { readonly count: number }) | null
}

const LARGEST_SHIFT = 14 * HOUR

/** The largest of the measure first. */
export async function exploreUsage(deps: ServiceDeps, input: ExploreInput): Promise<Explored> {
  const { by, measure, top } = input
  const { lists } = deps.db
  const waits = USAGE_MEASURES[measure].unit === 'ms'
  const now = nowSeconds(deps.clock)
  const question = questionOf(input, now)
  const { from, to, bucket } = question
  const buckets = Math.round((to - from) / bucket.seconds)
  const seriesOf = (rows: readonly UsageSum[]): readonly Measured[] => inBuckets(rows, buckets)
  const { bucket: _, ...undivided } = question
  const [whole, before, grouped] = await Promise.all([
    usageSums(lists, { ...question, by: [] }),
    wholeSums(lists, { ...undivided, from: from - (to - from), to: from, by: [] }),
    by.length === 0 ? [] : wholeSums(lists, undivided),
  ])
  const chosen = grouped.toSorted(byMeasure(measure)).slice(0, top)
  const rows =
    chosen.length === 0 ? [] : await usageSums(lists, { ...within(question, chosen), waits })
  const byKey = Map.groupBy(rows, ({ key }) => keyText(key))
  const names = await namesOf(deps, by, chosen)
  const parts = chosen.map((sum) => seriesOf(byKey.get(keyText(sum.key)) ?? []))
  const total = sumOf(whole)
  const all = seriesOf(whole)
  const rest = all.map((sum, at) => lessThan(sum, cells(parts, at)))
  const shown = (sum: Measured, series: readonly Measured[]) => ({
    total: usageTotals(sum),
    value: measured(measure, sum) ?? null,
    series: series.map((part) => measured(measure, part) ?? null),
  })
  const earlier = sumOf(before)
  const hidden = grouped.length - chosen.length
  return {
    from,
    to,
    now,
    step: bucket.seconds,
    total: usageTotals(total),
    value: measured(measure, total) ?? null,
    before: usageTotals(earlier),
    value_before: measured(measure, earlier) ?? null,
    groups:
      by.length === 0
        ? [{ keys: [], ...shown(total, all) }]
        : chosen.map((sum, at) => ({ keys: names(sum.key), ...shown(sum, parts[at] ?? []) })),
    other: hidden === 0 ? null : { count: hidden, ...shown(lessThan(total, chosen), rest) },
  }
}

function questionOf({ window, by, only, shift, userId }: ExploreInput, now: number) {
  const { step, bucket: seconds, count } = USAGE_WINDOWS[window]
  const ahead = Math.max(-LARGEST_SHIFT, Math.min(LARGEST_SHIFT, Math.round(shift / HOUR) * HOUR))
  // Rows of so long a time cannot be split at another midnight than their own.
  const moved = step > HOUR ? 0 : ahead
  const begun = now - ((((now + moved) % seconds) + seconds) % seconds)
  const from = begun - (count - 1) * seconds
  return {
    step,
    from,
    to: begun + seconds,
    by: by.map((name) => USAGE_GROUPS[name].column),
    only: { ...filtersOf(only), ...(userId !== undefined && { user_id: [userId] }) },
    bucket: { seconds, from },
  } satisfies UsageQuestion
}

export function filtersOf(
  only: ExploreInput['only'],
): Partial<Record<UsageColumn, readonly (string | number)[]>> {
  const filters: Partial<Record<UsageColumn, readonly (string | number)[]>> = {}
  for (const name of USAGE_GROUP_NAMES) {
    const text = only[name]
    if (text === undefined || text === '') continue
    const { column } = USAGE_GROUPS[name]
    const values = text.split(',')
    // A call with two of them would be counted twice.
    if (name === 'tag' && values.length > 1) {
      throw new GatewayError('value.invalid', { field: name, reason: 'reason.one_only' })
    }
    filters[column] = column.endsWith('_id') ? values.map(idOf) : values
  }
  return filters
}

/** What is no id finds nothing. */
function idOf(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : -1
}

/** Narrowed to what may be in one of the groups. */
function within(question: UsageQuestion, chosen: readonly UsageSum[]): UsageQuestion {
  const own = Object.fromEntries(
    question.by.map((column, at) => {
      const values = [...new Set(chosen.map(({ key }) => key[at] ?? ''))]
      return [column, column.endsWith('_id') ? values.map(Number) : values]
    }),
  )
  return { ...question, only: { ...question.only, ...own } }
}

function byMeasure(measure: UsageMeasure) {
  const value = (sum: UsageSum) => measured(measure, sum) ?? Number.NEGATIVE_INFINITY
  return (a: UsageSum, b: UsageSum): number => value(b) - value(a) || b.calls - a.calls
}

function keyText(key: readonly string[]): string {
  return JSON.stringify(key)
}

function inBuckets(rows: readonly UsageSum[], count: number): readonly Measured[] {
  const series = new Array<Measured>(count).fill(NOTHING_USED)
  for (const row of rows) {
    if (row.bucket >= 0 && row.bucket < count) series[row.bucket] = row
  }
  return series
}

function cells(series: readonly (readonly Measured[])[], at: number): readonly Measured[] {
  return series.map((part) => part[at] ?? NOTHING_USED)
}
