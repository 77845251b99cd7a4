import { useText } from '../../app/language'
import { BucketChart } from '../../components/chart/BucketChart'
import type { ChartBuckets, ChartSeries } from '../../components/chart/chart'
import { Donut } from '../../components/chart/Donut'
import type { BrushEnds } from '../../components/chart/use-brush'
import { type Metric, sumsOf, type Usage } from './usage'
import type { MetricFormat } from './use-metric-format'

interface UsageChartsProps {
  readonly usage: Usage
  readonly buckets: ChartBuckets
  readonly metric: Metric
  readonly series: readonly ChartSeries[]
  readonly formats: Readonly<Record<Metric, MetricFormat>>
  /** Where a bar, and a stretch of them, lead to. */
  readonly ends: BrushEnds
}

export function UsageCharts(props: UsageChartsProps) {
  const { usage, buckets, metric, series, formats, ends } = props
  const { text } = useText()
  const { value, tick, share } = formats[metric]
  const parts = series.map(({ key, title, values, color }) => ({
    key,
    title,
    color,
    value: values.reduce((sum, one) => sum + one, 0),
  }))
  const title = text(`detail.metric_${metric}`)
  const requests = text('detail.metric_count')
  return (
    <div className="detail-charts">
      <section className="detail-card detail-wide">
        <h2>{text('detail.over_time', { metric: title })}</h2>
        <BucketChart
          label={text('detail.over_time', { metric: title })}
          shape="bars"
          buckets={buckets}
          series={series}
          format={value}
          formatTick={tick}
          {...ends}
        />
      </section>
      <section className="detail-card">
        <h2>{text('detail.share', { metric: title })}</h2>
        <Donut
          label={text('detail.share', { metric: title })}
          parts={parts}
          format={value}
          formatShare={share}
        >
          <strong className="number">{value(usage.total[metric])}</strong>
          <span className="muted">{text('detail.total')}</span>
        </Donut>
      </section>
      <section className="detail-card detail-full">
        <h2>{text('detail.requests')}</h2>
        <BucketChart
          label={text('detail.requests')}
          shape="bars"
          buckets={buckets}
          series={[
            {
              key: 'count',
              title: requests,
              color: 'var(--data-blue-color-emphasis)',
              values: sumsOf(usage, 'count'),
            },
          ]}
          format={formats.count.value}
          formatTick={formats.count.tick}
          {...ends}
        />
      </section>
    </div>
  )
}
