import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { Stats } from '../../components/stats/Stats'
import type { Span } from './buckets'
import type { Usage } from './usage'
import { useMetricFormats } from './use-metric-format'

/** The viewer's own account in a line, whatever the charts show. */
export function AccountLine() {
  const { text } = useText()
  const format = useFormat()
  const remembered = useViewer()
  const { data: user = remembered } = useEndpoint('user.self')
  if (user === undefined) return null
  const { quota, used_quota, request_count } = user
  return (
    <span className="detail-account">
      <span>{text('detail.own_balance', { quota: format.quota(quota) })}</span>
      <span>{text('stats.spent_ever', { quota: format.quota(used_quota) })}</span>
      <span>{text('detail.own_calls', { count: format.count(request_count) })}</span>
    </span>
  )
}

/** Per minute from which nobody reads decimals. */
const WHOLE = 100

interface SpanFiguresProps {
  readonly usage: Usage | undefined
  readonly span: Span
  /** Calls of everybody that failed; `undefined` where the viewer may not see that. */
  readonly failed: number | undefined
}

/** Sums of the chosen span, and averages per minute of it. */
export function SpanFigures({ usage, span, failed }: SpanFiguresProps) {
  const { text } = useText()
  const format = useFormat()
  const { quota } = useMetricFormats()
  const minutes = Math.max(1, (span.to - span.from) / 60)
  const perMinute = (amount: number): string => {
    const rate = amount / minutes
    return rate < WHOLE ? format.number(Number(rate.toFixed(2))) : format.count(Math.round(rate))
  }
  return (
    <Stats
      stats={[
        { title: text('detail.metric_quota'), value: usage && quota.value(usage.total.quota) },
        { title: text('detail.metric_count'), value: usage && format.number(usage.total.count) },
        {
          title: text('detail.metric_token_used'),
          value: usage && format.count(usage.total.token_used),
        },
        {
          title: text('detail.average_rpm'),
          hint: text('detail.average_rpm_hint'),
          value: usage && perMinute(usage.total.count),
        },
        {
          title: text('detail.average_tpm'),
          hint: text('detail.average_tpm_hint'),
          value: usage && perMinute(usage.total.token_used),
        },
        ...(failed === undefined
          ? []
          : [
              {
                title: text('detail.failed'),
                hint: text('detail.failed_hint'),
                value: format.number(failed),
                to: `/log?type=${LOG_TYPE.error}`,
              },
            ]),
      ]}
    />
  )
}
