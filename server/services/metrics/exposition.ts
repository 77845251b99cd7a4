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
  const texts: string[] = []
  let sinceMs = monotonicMs(clock)
  for (const name of METRIC_NAMES) {
    const metric = METRICS[name]
    if (metric.by !== undefined && !by.includes(metric.by)) continue
    const read = readings.filter(([metricName]) => metricName === name)
    const now = read.map(([, labels, value]): Series => ({ labels, values: [value] }))
    texts.push(await textOf(name, [...counts.series(name), ...now]))
    if (monotonicMs(clock) - sinceMs < SLICE_MS) continue
    await nextTurn()
    sinceMs = monotonicMs(clock)
  }
  return texts.join('\n')
}

type Labels = Readonly<Record<string, string>>

interface Sample {
  readonly metricName: string
  readonly labels: { readonly le?: string | number }
  /** Of which prom-client keeps the text, as long as it is the same object. */
  readonly sharedLabels: Labels
  readonly value: number
}

async function textOf(name: MetricName, series: readonly Series[]): Promise<string> {
  const { Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const { kind, help } = METRICS[name]
  const about = { name, help, registers: [] }
  const Kind = { counter: Counter, gauge: Gauge, histogram: Histogram }[kind]
  const head = await new Kind(about).get()
  const registry = new Registry()
  const family = new Gauge({ ...about, registers: [registry] })
  const values = samplesOf(name, series)
  family.get = () => Promise.resolve({ ...head, values })
  return await registry.metrics()
}

function samplesOf(name: MetricName, series: readonly Series[]): Sample[] {
  const metric: Metric = METRICS[name]
  const { buckets, per = 1 } = metric
  const known = series.length > 0 || metric.labels.length > 0 ? series : [NOTHING_YET]
  const samples: Sample[] = []
  for (const { labels, values } of known) {
    const sharedLabels = labelled(metric, labels)
    if (buckets !== undefined) addHistogram(samples, name, { buckets, sharedLabels, values })
    else {
      const value = (values[0] ?? 0) / per
      samples.push({ metricName: name, labels: NO_LABELS, sharedLabels, value })
    }
  }
  return samples
}

const NOTHING_YET: Series = { labels: [], values: [0] }
const NO_LABELS = {}

/** What is counted keeps its labels for as long as the process runs. */
const LABELLED = new WeakMap<readonly string[], Labels>()

function labelled(metric: Metric, labels: readonly string[]): Labels {
  const cached = LABELLED.get(labels)
  if (cached !== undefined) return cached
  const made = Object.fromEntries(metric.labels.map((name, at) => [name, labels[at] ?? '']))
  LABELLED.set(labels, made)
  return made
}

interface Counted {
  readonly buckets: readonly number[]
  readonly sharedLabels: Labels
  readonly values: readonly number[]
}

function addHistogram(
  samples: Sample[],
  name: string,
  { buckets, sharedLabels, values }: Counted,
): void {
  const add = (metricName: string, labels: Sample['labels'], value: number) =>
    samples.push({ metricName, labels, sharedLabels, value })
  const [bucketName, sumName, countName] = [`${name}_bucket`, `${name}_sum`, `${name}_count`]
  let count = 0
  for (const [slot, le] of [...buckets, '+Inf'].entries()) {
    count += values[slot] ?? 0
    add(bucketName, { le }, count)
  }
  add(sumName, NO_LABELS, values[buckets.length + 1] ?? 0)
  add(countName, NO_LABELS, count)
}
