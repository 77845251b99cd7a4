import { Label } from '@primer/react'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import { detailsOf } from '../../../../server/domain/logs/details'
import { LOG_TYPE } from '../../../../server/domain/status'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { waitText } from '../../../components/stats/wait-text'
import { Cell, Dash } from '../../../components/table/Cell'
import { UserBadge } from '../../../components/text/UserBadge'
import { type LogColumnName, logTableResource } from './log-columns'
import { useContentOf } from './use-content-of'

export function isCall({ type }: LogJson): boolean {
  return type === LOG_TYPE.consumption || type === LOG_TYPE.error
}

/** The colour at the edge of a row. */
export function toneOf({ type, channel }: LogJson): 'none' | 'failed' | 'refused' | 'account' {
  if (type === LOG_TYPE.consumption) return 'none'
  if (type !== LOG_TYPE.error) return 'account'
  return channel === 0 ? 'refused' : 'failed'
}

interface LogCellProps {
  readonly name: LogColumnName
  readonly log: LogJson
  readonly onOpen: (id: number) => void
  readonly onUser: ((id: number) => void) | undefined
}

export function LogCell({ name, log, onOpen, onUser }: LogCellProps) {
  const { text } = useText()
  const format = useFormat()
  const { id, channel, channel_name, username, user_id } = log
  switch (name) {
    case 'created_at':
      return (
        <button
          type="button"
          className="log-open number"
          title={format.time(log.created_at)}
          aria-label={text('log.open', { id, time: format.time(log.created_at) })}
          onClick={() => onOpen(id)}
        >
          {format.moment(log.created_at)}
        </button>
      )
    case 'model_name':
      return <Subject log={log} />
    case 'content':
      return <Content log={log} />
    case 'channel':
      if (channel === 0) return <Dash />
      return <span title={channel_name}>{`#${channel} ${channel_name}`}</span>
    case 'username':
      if (onUser === undefined || user_id === 0) return <span title={username}>{username}</span>
      return (
        <button type="button" className="log-user" title={username} onClick={() => onUser(user_id)}>
          <UserBadge name={username} />
          <span>{username}</span>
        </button>
      )
    case 'use_time':
      return <Durations log={log} />
    case 'prompt_tokens':
    case 'completion_tokens':
      return isCall(log) ? <Count value={log[name]} /> : <Dash />
    case 'quota':
      return <Cost isAligned quota={log.quota} />
    default:
      return <Cell kind={logTableResource.columns[name].kind} value={log[name]} />
  }
}

/** The model, and for what was not simply answered what happened. */
function Subject({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  const content = useContentOf(log)
  const { retries } = detailsOf(log)
  const isAnswered = log.type === LOG_TYPE.consumption
  return (
    <span className="log-subject">
      {log.model_name !== '' && <span className="mono">{log.model_name}</span>}
      {retries > 0 && (
        <Label variant="attention" title={text('log.retried_times', { count: retries })}>
          {text('log.retried')}
        </Label>
      )}
      {!isAnswered && (
        <span className="log-what" title={content}>
          {content}
        </span>
      )}
    </span>
  )
}

function Content({ log }: { readonly log: LogJson }) {
  const content = useContentOf(log)
  return content === '' ? <Dash /> : <span title={content}>{content}</span>
}

function Count({ value }: { readonly value: number }) {
  const format = useFormat()
  return (
    <span className="number" title={format.number(value)}>
      {format.count(value)}
    </span>
  )
}

interface CostProps {
  readonly quota: number
  /** Below others: its point stands below theirs. */
  readonly isAligned?: boolean
}

/** Decimals of the least cost that there is. */
const MOST_DECIMALS = 6

export function Cost({ quota, isAligned = false }: CostProps) {
  const { text } = useText()
  const format = useFormat()
  if (quota === 0) return <Dash />
  const shown = format.cost(quota)
  const decimals = shown.split('.')[1]?.length ?? MOST_DECIMALS
  return (
    <span className="number" title={text('log.credits', { credits: format.number(quota) })}>
      {shown}
      {isAligned && decimals < MOST_DECIMALS && (
        <span
          aria-hidden="true"
          className="log-pad"
          data-zeros={'0'.repeat(MOST_DECIMALS - decimals)}
        />
      )}
    </span>
  )
}

/** Seconds below which a duration is still good, and still bearable. */
const WHOLE = { good: 101, bearable: 300 } as const
const FIRST = { good: 3, bearable: 10 } as const

function speedOf(seconds: number, limits: { readonly good: number; readonly bearable: number }) {
  if (seconds < limits.good) return 'good'
  return seconds < limits.bearable ? 'bearable' : 'bad'
}

/** How long a call took, and how long until its first byte. */
export function Durations({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  if (!isCall(log)) return <Dash />
  const { firstByteMs } = detailsOf(log)
  const first = firstByteMs === undefined ? undefined : firstByteMs / 1000
  return (
    <span className="log-times number">
      {log.is_stream && first !== undefined && (
        <span data-speed={speedOf(first, FIRST)} title={text('log.first_byte')}>
          {waitText(firstByteMs ?? 0, text)}
        </span>
      )}
      <span data-speed={speedOf(log.use_time, WHOLE)} title={text('field.log.use_time')}>
        {log.duration_ms > 0
          ? waitText(log.duration_ms, text)
          : text('ui.seconds', { count: log.use_time })}
      </span>
    </span>
  )
}
