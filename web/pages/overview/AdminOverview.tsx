import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { TopRowJson } from '../../../server/domain/endpoints/overview'
import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { RefreshButton } from '../../components/list/RefreshButton'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { Legend, Panel, Stats } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { type TopItem, TopList } from '../../components/stats/TopList'
import { TrafficChart } from '../../components/stats/TrafficChart'
import { useSiteMarks } from '../../components/stats/use-changes'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { type LogQuery, logLink } from '../../components/text/log-link'
import { FirstStep } from '../home/FirstStep'
import { NeedsYou } from './NeedsYou'
import { PinnedCharts } from './PinnedCharts'

/** Whoever watches an incident need not press anything. */
const EVERY_MS = 20_000

export function AdminOverview() {
  const { text } = useText()
  const health = useEndpoint('overview.health', {}, { everyMs: EVERY_MS })
  const attention = useEndpoint('overview.attention', {}, { everyMs: EVERY_MS })
  const top = useEndpoint('overview.top', {}, { everyMs: 3 * EVERY_MS })
  return (
    <>
      <PageHeader
        title={text('nav.overview')}
        description={text('overview.description')}
        manual="operate"
      >
        <RefreshButton
          onRefresh={() => Promise.all([health.reload(), attention.reload(), top.reload()])}
        />
      </PageHeader>
      <FirstStep />
      {health.error !== undefined && health.data === undefined ? (
        <LoadFailure message={failureText(health.error, text)} onRetry={health.reload} />
      ) : (
        <HealthStrip health={health.data} />
      )}
      <NeedsYou attention={attention} />
      <Traffic health={health.data} />
      <PinnedCharts />
      <TopLists top={top.data} />
    </>
  )
}

type Health = DataOf<'overview.health'>

/** Shares of failed calls from which the strip warns, and alarms. */
const WARN_SHARE = 0.01
const BAD_SHARE = 0.05

function toneOf(hour: Health['hour'] | undefined): 'bad' | 'warn' | undefined {
  if (hour === undefined || hour.calls === 0) return undefined
  const bad = hour.failed / hour.calls
  if (bad >= BAD_SHARE) return 'bad'
  return bad >= WARN_SHARE ? 'warn' : undefined
}

function HealthStrip({ health }: { readonly health: Health | undefined }) {
  const { text } = useText()
  const { share, change, wait, count, cost } = useStatFormats()
  const { hour, yesterday, per_minute, held } = health ?? {}
  const than = (now: string): string => (now === '' ? '' : text('overview.than', { change: now }))
  return (
    <Stats
      stats={[
        {
          title: text('overview.success'),
          hint: text('overview.success_hint'),
          value: hour && share(hour.calls - hour.failed, hour.calls),
          note:
            hour &&
            text('overview.failed_refused', {
              failed: count(hour.failed),
              refused: count(hour.refused),
            }),
          to: logLink({ type: LOG_TYPE.error }),
          tone: toneOf(hour),
        },
        {
          title: text('overview.first_byte'),
          hint: text('overview.first_byte_hint'),
          value: hour && wait(hour.p50_ms),
          note: hour && text('overview.p95', { wait: wait(hour.p95_ms) }),
        },
        {
          title: text('overview.per_minute'),
          hint: text('overview.per_minute_hint'),
          value: per_minute === undefined ? undefined : count(Math.round(per_minute * 10) / 10),
          note: hour && text('overview.in_hour', { calls: count(hour.calls) }),
        },
        {
          title: text('overview.spend'),
          hint: text('overview.spend_hint'),
          value: hour && cost(hour.quota),
          note:
            hour && hour.uncollected > 0
              ? text('stats.uncollected_note', { amount: cost(hour.uncollected) })
              : hour && yesterday && than(change(hour.quota, yesterday.quota)),
        },
        {
          title: text('overview.at_risk'),
          hint: text('overview.at_risk_hint'),
          value: held && cost(held.quota),
          note: held && text('overview.open_calls', { count: held.calls }),
        },
      ]}
    />
  )
}

function Traffic({ health }: { readonly health: Health | undefined }) {
  const { text } = useText()
  const marks = useSiteMarks({ everyMs: 3 * EVERY_MS })
  return (
    <Panel
      title={text('overview.traffic')}
      aside={
        <Legend
          items={[
            { title: text('stats.answered'), hue: 'green' },
            { title: text('stats.failed'), hue: 'red' },
            { title: text('stats.refused'), hue: 'orange' },
          ]}
        />
      }
    >
      <div className="panel-body overview-traffic">
        {health && (
          <TrafficChart
            buckets={health.buckets}
            step={health.step}
            now={health.now}
            metric="calls"
            label={text('overview.traffic')}
            marks={marks}
          />
        )}
      </div>
    </Panel>
  )
}

type Top = DataOf<'overview.top'>

function TopLists({ top }: { readonly top: Top | undefined }) {
  const { text } = useText()
  const empty = text('overview.no_calls')
  const items = (
    rows: readonly TopRowJson[] | undefined,
    kind: 'user' | 'token' | 'model' | 'channel',
    wishOf: (row: TopRowJson) => LogQuery,
  ): readonly TopItem[] | undefined =>
    rows?.map((row) => ({
      key: `${kind} ${row.id || row.name}`,
      name: row.name,
      note: row.owner,
      to: subjectPath(kind, row.id || row.name),
      log: logLink({ ...wishOf(row), ...(top && { from: top.from }) }),
      quota: row.quota,
      calls: row.calls,
      failed: row.failed,
      spark: kind === 'channel' ? row.calls_by_hour : row.spend_by_hour,
      ...(kind === 'channel' && { bad: row.failed_by_hour }),
    }))
  return (
    <div className="panel-pair">
      <TopList
        title={text('overview.top_channels')}
        items={items(top?.channels, 'channel', ({ id }) => ({ channel: id }))}
        empty={empty}
        all="/channel"
      />
      <TopList
        title={text('overview.top_models')}
        items={items(top?.models, 'model', ({ name }) => ({ model_name: name }))}
        empty={empty}
        all="/model"
      />
      <TopList
        title={text('overview.top_users')}
        items={items(top?.users, 'user', ({ name }) => ({ username: name }))}
        empty={empty}
        all="/user?sort=used_quota"
      />
      <TopList
        title={text('overview.top_tokens')}
        items={items(top?.tokens, 'token', ({ name, owner }) => ({
          token_name: name,
          username: owner,
        }))}
        empty={empty}
        all="/all-tokens"
      />
    </div>
  )
}
