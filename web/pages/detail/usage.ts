/** Usage per model and bucket, out of the hours that the server counts. */
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { type ChartSeries, colorAt, MOST_SERIES, REST_COLOR } from '../../components/chart/chart'
import { bucketNamer, bucketsOf, type Span, type Unit } from './buckets'

export type UsageHour = DataOf<'dashboard.own_hours'>[number]

/** What can be added up: credits, calls and text units. */
export const METRICS = ['quota', 'count', 'token_used'] as const
export type Metric = (typeof METRICS)[number]

export type Amounts = Readonly<Record<Metric, number>>

export interface ModelUsage {
  readonly model: string
  readonly total: Amounts
  /** One per bucket. */
  readonly amounts: readonly Amounts[]
}

export interface Usage {
  readonly buckets: readonly number[]
  readonly models: readonly ModelUsage[]
  readonly total: Amounts
}

const NOTHING: Amounts = { quota: 0, count: 0, token_used: 0 }

function added(a: Amounts, b: Amounts): Amounts {
  return {
    quota: a.quota + b.quota,
    count: a.count + b.count,
    token_used: a.token_used + b.token_used,
  }
}

export interface UsageFrame {
  readonly span: Span
  readonly unit: Unit
  readonly timeZone: string
}

export function usageOf(hours: readonly UsageHour[], frame: UsageFrame): Usage {
  const { span, unit, timeZone } = frame
  const buckets = bucketsOf(span, unit, timeZone)
  const nameOf = bucketNamer(unit, timeZone)
  const models = [...Map.groupBy(hours, ({ model_name }) => model_name)].map(([model, rows]) => {
    const byBucket = Map.groupBy(rows, ({ created_at }) => nameOf(created_at))
    const amounts = buckets.map((bucket) => (byBucket.get(bucket) ?? []).reduce(added, NOTHING))
    return { model, amounts, total: amounts.reduce(added, NOTHING) }
  })
  return { buckets, models, total: models.map(({ total }) => total).reduce(added, NOTHING) }
}

/** No model has a blank for a name; a chart leaves out a series whose key is empty. */
const REST_KEY = ' '

/** One per model, the largest first; those beyond the colours are added up under `restTitle`. */
export function seriesOf(usage: Usage, metric: Metric, restTitle: string): ChartSeries[] {
  const sorted = usage.models
    .filter(({ total }) => total[metric] > 0)
    .sort((a, b) => b.total[metric] - a.total[metric])
  const shown = sorted.slice(0, MOST_SERIES)
  const rest = sorted.slice(MOST_SERIES)
  const series = shown.map(({ model, amounts }, index) => ({
    key: model,
    title: model,
    values: amounts.map((amount) => amount[metric]),
    color: colorAt(index),
  }))
  if (rest.length === 0) return series
  const values = usage.buckets.map((_, index) =>
    rest.reduce((sum, { amounts }) => sum + (amounts[index]?.[metric] ?? 0), 0),
  )
  return [...series, { key: REST_KEY, title: restTitle, values, color: REST_COLOR }]
}

/** All models together. */
export function sumsOf(usage: Usage, metric: Metric): number[] {
  return usage.buckets.map((_, index) =>
    usage.models.reduce((sum, { amounts }) => sum + (amounts[index]?.[metric] ?? 0), 0),
  )
}
