import { GraphIcon } from '@primer/octicons-react'
import { SegmentedControl } from '@primer/react'
import { useMemo, useState } from 'react'
import { isAdmin } from '../../../server/domain/accounts/roles'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { useViewer } from '../../app/session'
import { useSite } from '../../app/site'
import { type ListQuery, useListQuery } from '../../components/list/use-list-query'
import { Blank } from '../../components/page/Blank'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { PageSkeleton } from '../../components/page/PageSkeleton'
import { bucketLabels } from './bucket-labels'
import type { Unit } from './buckets'
import { DetailActions } from './DetailActions'
import { AccountLine, SpanFigures } from './DetailFigures'
import { DETAIL_FILTERS, DetailFilters } from './DetailFilters'
import { choiceOf, fits, spanOf, TIME_ZONE } from './ranges'
import { UsageCharts } from './UsageCharts'
import { UsageTable } from './UsageTable'
import { METRICS, seriesOf, usageOf } from './usage'
import { useChartEnds } from './use-chart-ends'
import { useFailed } from './use-failed'
import { useLastValue } from './use-last-value'
import { useMetricFormats } from './use-metric-format'
import './detail.css'

export default function DetailPage() {
  const { text, language } = useText()
  const { data_export_default_time, enable_data_export } = useSite()
  const isForAll = isAdmin(useViewer()?.role ?? 0)
  const query = useListQuery(DETAIL_FILTERS)
  const { filters } = query
  const [now, setNow] = useState(nowSeconds)
  const choice = choiceOf(filters, data_export_default_time)
  const span = spanOf(choice.range, filters, now)
  const unit = fits(choice.unit, span) ? choice.unit : 'day'
  const hours = useEndpoint(
    isForAll ? 'dashboard.hours' : 'dashboard.own_hours',
    {
      query: {
        start_timestamp: span?.from,
        end_timestamp: span?.to,
        ...(isForAll && { username: filters.username }),
      },
    },
    { skip: span === undefined },
  )
  const failed = useFailed(span, isForAll && filters.username === '')
  const { data, isLoading } = hours
  const { from, to } = span ?? { from: now, to: now }
  const drawn = useMemo(() => {
    // Hours of one span put into another would be a drawing of nothing.
    if (data === undefined || isLoading) return undefined
    const frame = { span: { from, to }, unit, timeZone: TIME_ZONE }
    const usage = usageOf(data, frame)
    return { ...frame, usage, labels: bucketLabels(usage.buckets, { ...frame, language, now }) }
  }, [data, isLoading, from, to, unit, language, now])
  const shown = useLastValue(drawn)
  return (
    <>
      <PageHeader
        title={text('nav.detail')}
        description={
          <>
            {text(enable_data_export ? 'detail.description' : 'detail.is_off')} <AccountLine />
          </>
        }
      >
        <DetailActions
          usage={shown?.usage}
          unit={shown?.unit ?? unit}
          onRefresh={() => {
            setNow(nowSeconds())
            // Another end is another call; a span that ends elsewhere is read again.
            if (span?.to !== now) void hours.reload()
          }}
        />
      </PageHeader>
      <DetailFilters query={query} choice={{ ...choice, unit }} span={span} isForAll={isForAll} />
      {span === undefined && <Blank icon={GraphIcon} title={text('detail.no_span')} />}
      {span !== undefined && hours.error !== undefined && (
        <LoadFailure message={failureText(hours.error, text)} onRetry={hours.reload} />
      )}
      {span !== undefined && hours.error === undefined && (
        <div className="detail-shown" aria-busy={drawn === undefined}>
          <SpanFigures usage={shown?.usage} span={shown?.span ?? span} failed={failed} />
          {shown === undefined ? (
            <PageSkeleton />
          ) : (
            <UsageView usage={shown.usage} labels={shown.labels} unit={shown.unit} query={query} />
          )}
        </div>
      )}
    </>
  )
}

interface UsageViewProps {
  readonly usage: NonNullable<ReturnType<typeof usageOf>>
  readonly labels: ReturnType<typeof bucketLabels>
  readonly unit: Unit
  readonly query: ListQuery<(typeof DETAIL_FILTERS)[number]>
}

const VIEWS = ['charts', 'table'] as const

/** The same numbers as charts or as a table, of one metric. */
function UsageView({ usage, labels, unit, query }: UsageViewProps) {
  const { text } = useText()
  const formats = useMetricFormats()
  const { filters, filter } = query
  const metric = METRICS.find((one) => one === filters.metric) ?? 'quota'
  const ends = useChartEnds(usage.buckets, unit, query)
  const view = VIEWS.find((one) => one === filters.view) ?? 'charts'
  const series = useMemo(
    () => seriesOf(usage, metric, text('detail.others')),
    [usage, metric, text],
  )
  if (usage.total.count === 0) {
    return (
      <div className="table-frame">
        <Blank icon={GraphIcon} title={text('detail.empty')} message={text('detail.empty_text')} />
      </div>
    )
  }
  return (
    <>
      <div className="detail-choices">
        <SegmentedControl
          aria-label={text('detail.metric')}
          onChange={(index) => filter({ metric: METRICS[index] ?? '' })}
        >
          {METRICS.map((one) => (
            <SegmentedControl.Button key={one} selected={one === metric}>
              {text(`detail.metric_${one}`)}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        <SegmentedControl
          aria-label={text('detail.view')}
          onChange={(index) => filter({ view: VIEWS[index] ?? '' })}
        >
          {VIEWS.map((one) => (
            <SegmentedControl.Button key={one} selected={one === view}>
              {text(`detail.view_${one}`)}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
      </div>
      {view === 'charts' ? (
        <UsageCharts
          usage={usage}
          buckets={labels}
          metric={metric}
          series={series}
          formats={formats}
          ends={ends}
        />
      ) : (
        <UsageTable
          label={text('detail.over_time', { metric: text(`detail.metric_${metric}`) })}
          buckets={labels}
          series={series}
          format={formats[metric].value}
        />
      )}
    </>
  )
}
