import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { IconButton, Label } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { detailsOf } from '../../../server/domain/log-details'
import { logResource } from '../../../server/domain/resources/logs'
import { LOG_TYPE } from '../../../server/domain/status'
import type { Loaded } from '../../api/use-endpoint'
import { Dash } from '../../components/Cell'
import { ResourceTable } from '../../components/ResourceTable'
import { UserBadge } from '../../components/UserBadge'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { LogFacts } from './LogFacts'
import { UserDialog } from './UserDialog'
import { useContentOf } from './use-content-of'

interface LogTableProps {
  readonly list: Loaded<DataOf<'log.list'>>
  readonly isForAll: boolean
  readonly unfolded: ReadonlySet<number>
  readonly onToggle: (id: number) => void
  readonly isNew: (log: LogJson) => boolean
}

export function LogTable({ list, isForAll, unfolded, onToggle, isNew }: LogTableProps) {
  const { text } = useText()
  const [user, showUser] = useState<number | undefined>(undefined)
  return (
    <div className="log-table">
      <ResourceTable
        resource={logResource}
        rows={list.data?.items}
        nameOf={({ id }) => String(id)}
        error={list.error}
        onRetry={list.reload}
        isNew={isNew}
        cells={{
          channel: ({ channel, channel_name }) =>
            channel === 0 ? (
              <Dash />
            ) : (
              <span title={channel_name}>{`#${channel} ${channel_name}`}</span>
            ),
          username: (log) => (
            <button
              type="button"
              className="log-user"
              disabled={!isForAll || log.user_id === 0}
              onClick={() => showUser(log.user_id)}
            >
              <UserBadge name={log.username} />
              {log.username}
            </button>
          ),
          model_name: ({ model_name }) =>
            model_name === '' ? <Dash /> : <span className="cell-text mono">{model_name}</span>,
          use_time: (log) => <Durations log={log} />,
          prompt_tokens: (log) => <Tokens log={log} field="prompt_tokens" />,
          completion_tokens: (log) => <Tokens log={log} field="completion_tokens" />,
          quota: ({ quota }) => <Cost quota={quota} />,
          content: (log) => <Content log={log} />,
        }}
        actions={(log) => (
          <IconButton
            icon={unfolded.has(log.id) ? ChevronUpIcon : ChevronDownIcon}
            size="small"
            variant="invisible"
            aria-expanded={unfolded.has(log.id)}
            aria-label={text('log.details', { id: log.id })}
            onClick={() => onToggle(log.id)}
          />
        )}
        details={(log) => (unfolded.has(log.id) ? <LogFacts log={log} /> : null)}
      />
      {user !== undefined && <UserDialog id={user} onClose={() => showUser(undefined)} />}
    </div>
  )
}

function Cost({ quota }: { readonly quota: number }) {
  const format = useFormat()
  if (quota === 0) return <Dash />
  return (
    <span className="number" title={format.number(quota)}>
      {format.cost(quota)}
    </span>
  )
}

function Content({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  const content = useContentOf(log)
  const { retries } = detailsOf(log)
  const told = (
    <span className="cell-text log-content" title={content}>
      {content}
    </span>
  )
  if (retries === 0) return content === '' ? <Dash /> : told
  return (
    <span className="cell-list">
      <Label variant="attention" title={text('log.retried_times', { count: retries })}>
        {text('log.retried')}
      </Label>
      {told}
    </span>
  )
}

interface TokensProps {
  readonly log: LogJson
  readonly field: 'prompt_tokens' | 'completion_tokens'
}

function Tokens({ log, field }: TokensProps) {
  const format = useFormat()
  return isCall(log) ? <span className="number">{format.number(log[field])}</span> : <Dash />
}

/** Seconds below which a duration is still good, and still bearable. */
const WHOLE = { good: 101, bearable: 300 } as const
const FIRST = { good: 3, bearable: 10 } as const

function toneOf(seconds: number, limits: { readonly good: number; readonly bearable: number }) {
  if (seconds < limits.good) return 'success'
  return seconds < limits.bearable ? 'attention' : 'danger'
}

/** How long a call took, and how long until its first byte. */
function Durations({ log }: { readonly log: LogJson }) {
  const { text } = useText()
  if (!isCall(log)) return <Dash />
  const { firstByteMs } = detailsOf(log)
  const first = firstByteMs === undefined ? undefined : firstByteMs / 1000
  return (
    <span className="cell-list">
      <Label variant={toneOf(log.use_time, WHOLE)}>
        {text('ui.seconds', { count: log.use_time })}
      </Label>
      {log.is_stream && first !== undefined && (
        <Label variant={toneOf(first, FIRST)} title={text('log.first_byte')}>
          {text('ui.seconds', { count: first.toFixed(1) })}
        </Label>
      )}
    </span>
  )
}

function isCall({ type }: LogJson): boolean {
  return type === LOG_TYPE.consumption || type === LOG_TYPE.error
}
