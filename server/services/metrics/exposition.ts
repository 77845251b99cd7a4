/** The text that Prometheus reads, written by prom-client one metric at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Metric, MetricsBy } from '../../domain/metrics/metric'
import { METRIC_NAMES, METRICS, type MetricName } from '../../domain/metrics/metrics'
import { monotonicMs, type TimeSource } from '../../domain/time-source'
import type { MetricCounts, Series } from './metric-counts'
import type { Reading } from './process-report'

export interface Exposed {
  readonly counts: MetricCounts
  readonly readings: readonly Reading[]
  readonly by: readonly MetricsBy[]
  readonly clock: TimeSource
}

/** Streams must not wait for all of it, nor the reader for a turn of the loop at each metric. */
const SLICE_MS = 3

export async function exposition({ counts, readings, by, clock }: Exposed): Promise<string> {
  const { AggregatorRegistry } = await import('prom-client')
  const texts: string[] = []
  let sinceMs = monotonicMs(clock)
  for (const name of METRIC_NAMES) {
    const metric = METRICS[name]
    if (metric.by !== undefined && !by.includes(metric.by)) continue
    const read = readings.filter(([told]) => told === name)
    const now = read.map(([, labels, value]): Series => ({ labels, values: [value] }))
    const family = familyOf(name, [...counts.series(name), ...now])
    texts.push(await AggregatorRegistry.aggregate([[family]]).metrics())
    if (monotonicMs(clock) - sinceMs < SLICE_MS) continue
    await nextTurn()
    sinceMs = monotonicMs(clock)
  }
  return texts.join('\n')
}

interface Sample {
  readonly metricName: string
  readonly labels: Readonly<Record<string, string | number>>
  readonly value: number
}

function familyOf(name: MetricName, series: readonly Series[]) {
  const metric = METRICS[name]
  const { kind: type, help, buckets, per = 1 } = metric
  const known = series.length > 0 || metric.labels.length > 0 ? series : [NOTHING_YET]
  const values = known.flatMap((each) => {
    const labels = labelsOf(metric, each)
    if (buckets !== undefined) return histogram(name, buckets, { labels, values: each.values })
    return [{ metricName: name, labels, value: (each.values[0] ?? 0) / per }]
  })
  return { name, help, type, aggregator: 'sum', values }
}

const NOTHING_YET: Series = { labels: [], values: [0] }

function labelsOf(metric: Metric, { labels }: Series): Readonly<Record<string, string>> {
  return Object.fromEntries(metric.labels.map((name, at) => [name, labels[at] ?? '']))
}

interface Counted {
  readonly labels: Readonly<Record<string, string>>
  readonly values: readonly number[]
}

function histogram(
  name: string,
  buckets: readonly number[],
  { labels, values }: Counted,
): readonly Sample[] {
  let count = 0
  const bucket = (le: string | number, slot: number): Sample => {
    count += values[slot] ?? 0
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: count }
  }
  const bounded = buckets.map((bound, slot) => bucket(bound, slot))
  const all = bucket('+Inf', buckets.length)
  const sum = values[buckets.length + 1] ?? 0
  return [
    ...bounded,
    all,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ]
}
