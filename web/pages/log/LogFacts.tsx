import { Label } from '@primer/react'
import type { ReactNode } from 'react'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { cutText, detailsOf } from '../../../server/domain/log-details'
import { LOG_TYPE } from '../../../server/domain/status'
import { useFormat } from '../../format'
import { type Text, useText } from '../../language'
import { BillSteps } from './BillSteps'
import { useContentOf } from './use-content-of'

/** Nothing for a bill that did not wait. */
function lateText(seconds: number, text: Text): string {
  return seconds > 0 ? text('ui.seconds', { count: seconds.toFixed(1) }) : ''
}

/** Below an unfolded row: why it cost that, and what happened on the way. */
export function LogFacts({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  const format = useFormat()
  const details = detailsOf(log)
  const content = useContentOf(log)
  const { bill, firstByteMs, channelsTried, untranslated, cut } = details
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text('field.log.request_id'), log.request_id],
    [text('field.log.ip'), log.ip],
    [text('field.log.content'), content],
    [
      text('log.first_byte'),
      firstByteMs === undefined
        ? ''
        : text('ui.seconds', { count: (firstByteMs / 1000).toFixed(2) }),
    ],
    [text('log.reasoning'), details.reasoningTokens || ''],
    [text('log.reasoning_effort'), details.reasoningEffort],
    [text('log.upstream_model'), details.upstreamModel],
    [
      text('log.retried'),
      details.retries === 0 ? '' : text('log.retried_times', { count: details.retries }),
    ],
    [text('log.tried'), channelsTried.map((id) => `#${id}`).join(' → ')],
    [
      text('log.untranslated'),
      untranslated.length === 0
        ? ''
        : untranslated.map((name) => (
            <Label key={name} variant="attention">
              {name}
            </Label>
          )),
    ],
    [
      text('log.output_limit'),
      details.outputLimit === 0
        ? ''
        : text('log.output_limit_tokens', { count: format.number(details.outputLimit) }),
    ],
    [text('log.note'), details.isLimitIgnored ? text('log.limit_ignored') : ''],
    [text('log.uncollected'), details.uncollected === 0 ? '' : format.cost(details.uncollected)],
    [text('log.cut'), cutText(cut, text)],
    [text('log.error'), details.error],
    [text('log.upstream_status'), details.upstreamStatus || ''],
    [text('log.upstream_message'), details.upstreamMessage],
    [text('log.refused_times'), details.refusedTimes || ''],
    [text('log.changed_by'), details.changedBy],
    [text('log.upstream_id'), details.upstreamId],
    [text('log.counted_by'), details.isCountedHere ? text('log.counted_here') : ''],
    [text('log.settled_late'), lateText(details.settledLateMs / 1000, text)],
  ]
  return (
    <div className="log-facts">
      {bill !== undefined && log.type === LOG_TYPE.consumption && (
        <BillSteps log={log} bill={bill} />
      )}
      <dl>
        {facts
          .filter(([, value]) => value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
