import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { Figures } from '../../components/Figures'
import { useFormat } from '../../format'
import { useText } from '../../language'
import type { Span } from './buckets'
import type { Usage } from './usage'
import { useMetricFormats } from './use-metric-format'

/** Of the viewer's own account, whatever the charts show. */
export function AccountFigures() {
  const { text } = useText()
  const format = useFormat()
  const { data: user } = useEndpoint('user.self')
  return (
    <Figures
      figures={[
        { title: text('detail.own_balance'), value: user && format.quota(user.quota) },
        { title: text('detail.own_used'), value: user && format.quota(user.used_quota) },
        { title: text('detail.own_calls'), value: user && format.count(user.request_count) },
      ]}
    />
  )
}

interface SpanFiguresProps {
  readonly usage: Usage | undefined
  readonly span: Span
  /** Calls of everybody that failed; `undefined` where that is not told. */
  readonly failed: number | undefined
}

/** Sums of the chosen span, and averages per minute of it. */
export function SpanFigures({ usage, span, failed }: SpanFiguresProps) {
  const { text } = useText()
  const format = useFormat()
  const { quota } = useMetricFormats()
  const minutes = Math.max(1, (span.to - span.from) / 60)
  const perMinute = (amount: number): string => (amount / minutes).toFixed(2)
  return (
    <Figures
      figures={[
        { title: text('detail.metric_quota'), value: usage && quota.value(usage.total.quota) },
        { title: text('detail.metric_count'), value: usage && format.number(usage.total.count) },
        {
          title: text('detail.metric_token_used'),
          value: usage && format.number(usage.total.token_used),
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
