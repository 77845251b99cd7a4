/**
 * Metrics by the conventions for generative AI, and what they have no name for. The SDK sends
 * them; it does not count, because its instruments sort and print their labels for each value.
 */
import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { TimeSource } from '../domain/time-source'
import { operationWord } from './attributes'
import { type CallCounts, type Distribution, OTHERS, type Series } from './call-counts'
import { providerName } from './provider-name'
import type { Source } from './spans'

export interface MeterParts {
  readonly source: Source
  readonly clock: TimeSource
  readonly counts: CallCounts
  /** Spans that did not arrive, so far. */
  readonly dropped: () => number
}

export function callMetrics({ source, clock, counts, dropped }: MeterParts): MetricProducer {
  const startTime = millisToHrTime(clock.nowMs())
  const { resource, instrumentationScope: scope } = source
  return {
    async collect() {
      const times = { startTime, endTime: millisToHrTime(clock.nowMs()) }
      const series = [...counts.series]
      const metrics = [...histograms(series, times), ...sums(series, times, dropped())]
      const scopeMetrics = [{ scope, metrics }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

interface Times {
  readonly startTime: HrTime
  readonly endTime: HrTime
}

type Labelled<Value> = readonly [Attributes, Value]

function histograms(series: readonly Series[], times: Times): MetricData[] {
  const rows = [
    {
      name: 'gen_ai.client.operation.duration',
      unit: 's',
      description: 'Time a provider took for a request.',
      parts: series.flatMap(durationsOf),
    },
    {
      name: 'gen_ai.client.operation.time_to_first_chunk',
      unit: 's',
      description: 'Time from the request to a provider to the first chunk of its stream.',
      parts: series.map((one) => labelled(one, one.firstChunk)),
    },
    {
      name: 'gen_ai.client.token.usage',
      unit: '{token}',
      description: 'Input and output tokens of a call.',
      parts: series.flatMap((one) => [
        labelled(one, one.input, { 'gen_ai.token.type': 'input' }),
        labelled(one, one.output, { 'gen_ai.token.type': 'output' }),
      ]),
    },
  ]
  return rows.map(({ name, unit, description, parts }) => ({
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: parts
      .filter(([, { count }]) => count > 0)
      .map(([attributes, part]) => ({ ...times, attributes, value: histogramOf(part) })),
  }))
}

function durationsOf(series: Series): Labelled<Distribution>[] {
  return [...series.durations].map(([kind, part]) =>
    labelled(series, part, kind === '' ? {} : { 'error.type': kind }),
  )
}

function histogramOf({ boundaries, counts, sum, count, min, max }: Distribution): Histogram {
  return { buckets: { boundaries: [...boundaries], counts: [...counts] }, sum, count, min, max }
}

function sums(series: readonly Series[], times: Times, dropped: number): MetricData[] {
  const charged = series
    .filter(({ chargedUsd }) => chargedUsd > 0)
    .map((one) => ({ ...times, attributes: labelsOf(one), value: one.chargedUsd }))
  return [
    sumOf(['gw.call.charge', '{USD}', 'What calls were charged.'], charged),
    sumOf(
      ['gw.telemetry.spans.dropped', '{span}', 'Spans that did not reach the collector.'],
      [{ ...times, attributes: {}, value: dropped }],
    ),
  ]
}

function sumOf(
  [name, unit, description]: readonly [string, string, string],
  dataPoints: DataPoint<number>[],
): MetricData {
  return {
    descriptor: { name, unit, description, valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints,
  }
}

function labelled<Value>(series: Series, value: Value, more: Attributes = {}): Labelled<Value> {
  return [{ ...labelsOf(series), ...more }, value]
}

/** Nobody's own: what users choose freely is in none of them. */
function labelsOf({ call, channel }: Series): Attributes {
  return {
    'gen_ai.operation.name': operationWord(call.operation),
    'gen_ai.request.model': call.model,
    'gen_ai.provider.name': channel === undefined ? OTHERS : providerName(channel),
    ...(channel && { 'gw.channel.id': channel.id }),
  }
}
