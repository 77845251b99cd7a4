import { Button } from '@primer/react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { OwnTokenJson } from '../../../server/domain/endpoints/overview'
import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { useToast } from '../../app/Toasts'
import { LateBoundary, lazyPart } from '../../components/late/lazy-part'
import { SpentLimits } from '../../components/limits/SubjectLimits'
import { RefreshButton } from '../../components/list/RefreshButton'
import { LoadFailure } from '../../components/page/LoadFailure'
import { PageHeader } from '../../components/page/PageHeader'
import { Panel, Stats } from '../../components/stats/Stats'
import { subjectPath } from '../../components/stats/subject-path'
import { TopList } from '../../components/stats/TopList'
import { TrafficChart } from '../../components/stats/TrafficChart'
import { useStatFormats } from '../../components/stats/use-stat-formats'
import { logLink } from '../../components/text/log-link'
import { SiteHelp } from '../home/SiteHelp'
import { PinnedCharts } from './PinnedCharts'

const PlanLine = lazyPart(() => import('../../components/plan/PlanLine'))

const HOUR = 3600

/** What users want to know: how long the balance lasts, and where it goes. */
export function OwnOverview() {
  const { text } = useText()
  const own = useEndpoint('overview.own')
  const user = useEndpoint('user.self')
  const { data } = own
  if (data === undefined && own.error !== undefined) {
    return <LoadFailure message={failureText(own.error, text)} onRetry={own.reload} />
  }
  return (
    <>
      <PageHeader title={text('nav.overview')}>
        <RefreshButton onRefresh={() => Promise.all([own.reload(), user.reload()])} />
        <Button as={Link} href="/topup" variant="primary">
          {text('home.step_balance_go')}
        </Button>
      </PageHeader>
      <SpentLimits />
      <OwnStrip own={data} balance={user.data?.quota} />
      <OwnPlans />
      <Panel title={text('overview.own_spend')}>
        <div className="panel-body overview-traffic">
          {data && (
            <TrafficChart
              buckets={data.buckets}
              step={HOUR}
              now={data.now}
              metric="quota"
              label={text('overview.own_spend')}
            />
          )}
        </div>
      </Panel>
      <PinnedCharts />
      <div className="panel-pair">
        <TopList
          title={text('overview.own_tokens')}
          all="/token"
          empty={text('overview.no_tokens')}
          items={data?.tokens.slice(0, 8).map((token) => ({
            key: String(token.id),
            name: token.name,
            to: subjectPath('token', token.id),
            log: logLink({ token_name: token.name }),
            quota: token.quota,
            calls: token.calls,
            failed: token.failed,
            spark: token.spend_by_day,
          }))}
        />
        <TopList
          title={text('overview.own_models')}
          all="/detail"
          empty={text('overview.no_calls_week')}
          items={data?.models.map(({ name, quota, calls, spend_by_day }) => ({
            key: name,
            name,
            to: logLink({ model_name: name }),
            log: logLink({ model_name: name }),
            quota,
            calls,
            failed: 0,
            spark: spend_by_day,
          }))}
        />
      </div>
      <Limits tokens={data?.tokens ?? []} now={data?.now ?? 0} />
      <SiteHelp />
    </>
  )
}

type Own = DataOf<'overview.own'>

/** The plans that pay before the balance, where the site has plans. */
function OwnPlans() {
  const { failure } = useToast()
  if (!useSite().has_plans) return null
  return (
    <LateBoundary onMissing={failure}>
      <Suspense fallback={null}>
        <PlanLine />
      </Suspense>
    </LateBoundary>
  )
}

interface OwnStripProps {
  readonly own: Own | undefined
  readonly balance: number | undefined
}

/** Beyond this nobody counts on it. */
const MOST_DAYS = 999

function OwnStrip({ own, balance }: OwnStripProps) {
  const { text } = useText()
  const { share, change, cost, count } = useStatFormats()
  const lasts = (): string => {
    if (own === undefined || balance === undefined) return ''
    if (own.spend_per_day === 0) return text('overview.lasts_unknown')
    const days = Math.floor(balance / own.spend_per_day)
    if (days < 1) return text('overview.lasts_no_day')
    return days > MOST_DAYS
      ? text('overview.lasts_long', { days: MOST_DAYS })
      : text('overview.lasts', { days })
  }
  const { day, before } = own ?? {}
  const than = day && before ? change(day.quota, before.quota) : ''
  return (
    <Stats
      stats={[
        {
          title: text('overview.balance'),
          to: '/topup',
          value: balance === undefined ? undefined : cost(balance),
          note: lasts(),
          tone:
            own && balance !== undefined && own.spend_per_day > 0 && balance < own.spend_per_day
              ? 'warn'
              : undefined,
        },
        {
          title: text('overview.spend_day'),
          value: day && cost(day.quota),
          note: than === '' ? '' : text('overview.than_day', { change: than }),
        },
        {
          title: text('overview.per_day'),
          hint: text('overview.per_day_hint'),
          value: own && cost(own.spend_per_day),
        },
        {
          title: text('overview.requests_day'),
          value: day && count(day.calls),
          note: day && text('overview.tokens_day', { tokens: count(day.tokens) }),
        },
        {
          title: text('overview.success_day'),
          to: logLink({ type: LOG_TYPE.error }),
          value: day && share(day.calls - day.failed, day.calls),
          note:
            day &&
            text('overview.failed_refused', {
              failed: count(day.failed),
              refused: count(day.refused),
            }),
        },
      ]}
    />
  )
}

/** Share of a limit from which it is worth a look. */
const NEAR = 0.5
const SOON = 7 * 86_400

interface LimitsProps {
  readonly tokens: readonly OwnTokenJson[]
  readonly now: number
}

/** Limits that are more than half used, and keys that end within the week. */
function Limits({ tokens, now }: LimitsProps) {
  const { text } = useText()
  const near = tokens.filter((token) => usedShare(token) >= NEAR || endsSoon(token, now))
  if (near.length === 0) return null
  return (
    <Panel
      title={text('overview.limits')}
      aside={
        <Button as={Link} href={logLink({ type: LOG_TYPE.error })} size="small" variant="invisible">
          {text('overview.failures')}
        </Button>
      }
    >
      <div>
        {near.map((token) => (
          <Limit key={token.id} token={token} now={now} />
        ))}
      </div>
    </Panel>
  )
}

function Limit({ token, now }: { readonly token: OwnTokenJson; readonly now: number }) {
  const { text } = useText()
  const format = useFormat()
  const { id, name, used_quota, remain_quota, unlimited_quota, expired_time } = token
  const limit = used_quota + remain_quota
  return (
    <div className="own-limit">
      <Link href={subjectPath('token', id)}>{name}</Link>
      <span className="number muted">
        {endsSoon(token, now) && `${text('overview.ends', { time: format.time(expired_time) })} · `}
        {unlimited_quota
          ? text('ui.unlimited')
          : text('overview.used_of', {
              used: format.quota(used_quota),
              limit: format.quota(limit),
            })}
      </span>
      {!unlimited_quota && (
        <meter
          aria-label={name}
          min={0}
          max={Math.max(1, limit)}
          high={limit * 0.8}
          value={used_quota}
        />
      )}
    </div>
  )
}

function usedShare({ used_quota, remain_quota, unlimited_quota }: OwnTokenJson): number {
  const limit = used_quota + remain_quota
  return unlimited_quota || limit === 0 ? 0 : used_quota / limit
}

function endsSoon({ expired_time }: OwnTokenJson, now: number): boolean {
  return expired_time > now && expired_time < now + SOON
}
