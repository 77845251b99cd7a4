import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useText } from '../../app/language'
import { BucketChart } from '../chart/BucketChart'
import { type ChartSeries, DATA_COLORS, type Hue } from '../chart/chart'
import { type LogQuery, logLink } from '../text/log-link'
import { type BucketSpan, bucketNames } from './bucket-names'
import { useStatFormats } from './use-stat-formats'
import './stats.css'

interface TrafficBucket {
  readonly at: number
  readonly calls: number
  readonly failed: number
  readonly refused: number
  readonly quota: number
  readonly p50_ms: number
  readonly p95_ms: number
}

export interface TimeMark {
  /** Epoch seconds. */
  readonly at: number
  readonly text: string
}

export interface TrafficChartProps extends Omit<BucketSpan, 'buckets'> {
  readonly buckets: readonly TrafficBucket[]
  readonly metric: 'calls' | 'quota' | 'latency'
  readonly label: string
  /** Changes, drawn where they were made. */
  readonly marks?: readonly TimeMark[]
  /** Filters of the log that a bar leads to. */
  readonly wish?: LogQuery
}

interface LineFacts {
  readonly hue: Hue
  readonly of: (bucket: TrafficBucket) => number
}

/** Calls, spend or waiting times over time; a bar leads to its calls in the log. */
export function TrafficChart(props: TrafficChartProps) {
  const { buckets, step, now, metric, label, marks, wish } = props
  const { text, language } = useText()
  const formats = useStatFormats()
  const [, navigate] = useLocation()
  const names = useMemo(
    () => ({
      ...bucketNames({ buckets, step, now }, language),
      marks: marks && buckets.map(({ at }) => textsIn(marks, at, at + step)),
    }),
    [buckets, step, now, language, marks],
  )
  const series = useMemo((): readonly ChartSeries[] => {
    const line = (key: string, title: string, { hue, of }: LineFacts) => ({
      key,
      title,
      color: DATA_COLORS[hue],
      values: buckets.map(of),
    })
    if (metric === 'quota')
      return [line('quota', text('stats.spend'), { hue: 'blue', of: (b) => b.quota })]
    if (metric === 'latency') {
      return [
        line('p50', text('stats.p50'), { hue: 'blue', of: (b) => b.p50_ms || Number.NaN }),
        line('p95', text('stats.p95'), { hue: 'orange', of: (b) => b.p95_ms || Number.NaN }),
      ]
    }
    return [
      line('answered', text('stats.answered'), {
        hue: 'green',
        of: (b) => Math.max(0, b.calls - b.failed),
      }),
      line('failed', text('stats.failed'), { hue: 'red', of: (b) => b.failed }),
      line('refused', text('stats.refused'), { hue: 'orange', of: (b) => b.refused }),
    ]
  }, [buckets, metric, text])
  const format = { calls: formats.count, quota: formats.cost, latency: formats.wait }[metric]
  const lead = (first: number, last: number): void => {
    const from = buckets[first]?.at ?? now
    const to = (buckets[last]?.at ?? now) + step
    navigate(logLink({ ...wish, from, to }))
  }
  return (
    <BucketChart
      label={label}
      shape={metric === 'latency' ? 'line' : 'bars'}
      buckets={names}
      series={series}
      format={format}
      formatTick={(value) => (value === 0 ? '0' : format(value))}
      onPick={(index) => lead(index, index)}
      onZoom={lead}
    />
  )
}

function textsIn(marks: readonly TimeMark[], from: number, to: number): readonly string[] {
  const inside = marks.filter(({ at }) => at >= from && at < to)
  return [...new Set(inside.map(({ text }) => text))]
}
