import { SegmentedControl } from '@primer/react'
import { useMemo, useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { StatsJson } from '../../../server/domain/endpoints/stats'
import { STAT_RANGES, type StatRange, type SubjectKind } from '../../../server/domain/logs/rollups'
import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { nowSeconds } from '../../app/now'
import { actionText } from '../audit/ActionName'
import { useListQuery } from '../list/use-list-query'
import { LoadFailure } from '../page/LoadFailure'
import { type LogQuery, logLink } from '../text/log-link'
import { ErrorList } from './ErrorList'
import { Legend, Panel, Stats } from './Stats'
import { type TimeMark, TrafficChart } from './TrafficChart'
import { useChanges, useSiteMarks } from './use-changes'
import { useStatFormats } from './use-stat-formats'

const FILTERS = ['range'] as const
/** Windows that are worth looking at while they move. */
const LIVE_RANGES: ReadonlySet<StatRange> = new Set(['5m', '15m', 'hour'])
const LIVE_EVERY_MS = 15_000
/** Seconds of the widest window. */
const LONGEST = 30 * 86_400

interface SubjectStatsProps {
  readonly kind: SubjectKind
  /** Id, or name of a model. */
  readonly subject: string
  /** Filters of the log that find its calls. */
  readonly wish: LogQuery
  /** As the audit log writes it: its changes are marked on the time line. */
  readonly target?: string
  /** Of the viewer's own, read by another call than admins use. */
  readonly isOwn?: boolean
}

/** A window of time of one thing: calls, failures, waiting, spend, and what failed last. */
export function SubjectStats(props: SubjectStatsProps) {
  const { kind, subject, wish, target = '', isOwn = false } = props
  const { text } = useText()
  const { filters, filter } = useListQuery(FILTERS)
  const marks = useMarks(target)
  const range = STAT_RANGES.find((one) => one === filters.range) ?? 'day'
  const query = { range, shift: clockShift() }
  const live = { everyMs: LIVE_RANGES.has(range) ? LIVE_EVERY_MS : 0 }
  const any = useEndpoint(
    'stats.show',
    { query: { kind, subject, ...query } },
    { skip: isOwn, ...live },
  )
  const own = useEndpoint(
    'stats.own_token',
    { params: { id: Number(subject) }, query },
    { skip: !isOwn, ...live },
  )
  const { data, error, reload } = isOwn ? own : any
  if (data === undefined && error !== undefined) {
    return <LoadFailure message={failureText(error, text)} onRetry={reload} />
  }
  return (
    <>
      <div className="stat-range">
        <SegmentedControl
          aria-label={text('detail.range')}
          onChange={(index) => filter({ range: STAT_RANGES[index] ?? '' })}
        >
          {STAT_RANGES.map((one) => (
            <SegmentedControl.Button key={one} selected={one === range}>
              {text(`stats.range_${one}`)}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
      </div>
      <Figures
        stats={data}
        range={range}
        isChannel={kind === 'channel'}
        isOwn={isOwn}
        wish={wish}
      />
      <Charts stats={data} wish={wish} marks={marks} />
      <ErrorList
        channelErrors={kind === 'channel' ? data?.errors : undefined}
        wish={wish}
        isOwn={isOwn}
      />
    </>
  )
}

/** Seconds that the clock of this computer is ahead of UTC. */
function clockShift(): number {
  return -new Date(nowSeconds() * 1000).getTimezoneOffset() * 60
}

interface FiguresProps {
  readonly stats: StatsJson | undefined
  readonly range: StatRange
  readonly isChannel: boolean
  readonly isOwn: boolean
  readonly wish: LogQuery
}

const BAD_SHARE = 0.05

function Figures({ stats, range, isChannel, isOwn, wish }: FiguresProps) {
  const { text } = useText()
  const { share, change, wait, count, cost } = useStatFormats()
  const { total, before } = stats ?? {}
  const than = (name: 'calls' | 'quota'): string => {
    const changed = total && before ? change(total[name], before[name]) : ''
    return changed === '' ? '' : text(`stats.than_${range}`, { change: changed })
  }
  const bad = total && total.calls > 0 ? total.failed / total.calls : 0
  return (
    <Stats
      stats={[
        {
          title: text(isChannel ? 'stats.attempts' : 'stats.calls'),
          value: total && count(total.calls),
          note: than('calls'),
        },
        {
          title: text('stats.success'),
          value: total && share(total.calls - total.failed, total.calls),
          note:
            total &&
            text('overview.failed_refused', {
              failed: count(total.failed),
              refused: count(total.refused),
            }),
          tone: bad >= BAD_SHARE ? 'bad' : undefined,
          to: logLink({ ...wish, type: LOG_TYPE.error }),
        },
        {
          title: text('stats.first_byte'),
          value: total && wait(total.p50_ms),
          note: total && text('overview.p95', { wait: wait(total.p95_ms) }),
        },
        { title: text('stats.spend'), value: total && cost(total.quota), note: than('quota') },
        { title: text('detail.metric_token_used'), value: total && count(total.tokens) },
        ...(isOwn || total === undefined || total.uncollected === 0
          ? []
          : [
              {
                title: text('stats.uncollected'),
                hint: text('stats.uncollected_hint'),
                value: cost(total.uncollected),
                tone: 'warn' as const,
              },
            ]),
      ]}
    />
  )
}

const isRelease = (action: string): boolean => action === 'server.release'

function useMarks(target: string): readonly TimeMark[] {
  const { text } = useText()
  const format = useFormat()
  const { entries } = useChanges(target)
  const [from] = useState(() => nowSeconds() - LONGEST)
  const releases = useSiteMarks({ from }, isRelease)
  return useMemo(() => {
    const own = (entries ?? []).map(({ created_at: at, actor, action }) => {
      const who = actor === 'system:system' ? text('audit.gateway') : actor
      return { at, text: `${format.time(at)} ${who} ${actionText(action, text)}` }
    })
    return [...own, ...releases]
  }, [entries, releases, format, text])
}

interface ChartsProps {
  readonly stats: StatsJson | undefined
  readonly marks: readonly TimeMark[]
  readonly wish: LogQuery
}

function Charts({ stats, marks, wish }: ChartsProps) {
  const { text } = useText()
  const charts = [
    { metric: 'calls', title: text('stats.calls') },
    { metric: 'latency', title: text('stats.first_byte') },
    { metric: 'quota', title: text('stats.spend') },
  ] as const
  return (
    <div className="stat-charts">
      {charts.map(({ metric, title }) => (
        <Panel key={metric} title={title} aside={<ChartLegend metric={metric} />}>
          <div className="panel-body">
            {stats && (
              <TrafficChart
                buckets={stats.buckets}
                step={stats.step}
                now={stats.now}
                metric={metric}
                label={title}
                marks={marks}
                wish={wish}
              />
            )}
          </div>
        </Panel>
      ))}
    </div>
  )
}

function ChartLegend({ metric }: { readonly metric: 'calls' | 'latency' | 'quota' }) {
  const { text } = useText()
  if (metric === 'quota') return null
  const items =
    metric === 'calls'
      ? [
          { title: text('stats.answered'), hue: 'green' as const },
          { title: text('stats.failed'), hue: 'red' as const },
          { title: text('stats.refused'), hue: 'orange' as const },
        ]
      : [
          { title: text('stats.p50'), hue: 'blue' as const },
          { title: text('stats.p95'), hue: 'orange' as const },
        ]
  return <Legend items={items} />
}
