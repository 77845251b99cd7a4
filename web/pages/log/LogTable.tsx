import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { IconButton, Label } from '@primer/react'
import { useState } from 'react'
import type { ApiError } from '../../../server/domain/api-calls/answer'
import type { LogJson } from '../../../server/domain/endpoints/log'
import { logResource } from '../../../server/domain/resources/logs'
import { LOG_TYPE } from '../../../server/domain/status'
import { ResourceTable } from '../../components/ResourceTable'
import { UserBadge } from '../../components/UserBadge'
import { useFormat } from '../../format'
import { useText } from '../../language'
import { LogFacts } from './LogFacts'
import { detailsOf } from './log-details'
import { UserDialog } from './UserDialog'

interface LogTableProps {
  readonly rows: readonly LogJson[] | undefined
  readonly error: ApiError | undefined
  readonly onRetry: () => unknown
  readonly isForAll: boolean
}

export function LogTable({ rows, error, onRetry, isForAll }: LogTableProps) {
  const { text } = useText()
  const format = useFormat()
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const [user, showUser] = useState<number | undefined>(undefined)
  const toggle = (id: number): void => {
    const next = new Set(open)
    if (!next.delete(id)) next.add(id)
    setOpen(next)
  }
  return (
    <>
      <ResourceTable
        resource={logResource}
        rows={rows}
        nameOf={({ id }) => String(id)}
        error={error}
        onRetry={onRetry}
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
            model_name === '' ? <Dash /> : <span className="mono">{model_name}</span>,
          use_time: (log) => <Durations log={log} />,
          prompt_tokens: (log) => <Tokens log={log} field="prompt_tokens" />,
          completion_tokens: (log) => <Tokens log={log} field="completion_tokens" />,
          quota: ({ quota }) =>
            quota === 0 ? (
              <Dash />
            ) : (
              <span className="number" title={format.number(quota)}>
                {format.cost(quota)}
              </span>
            ),
        }}
        actions={(log) => (
          <IconButton
            icon={open.has(log.id) ? ChevronUpIcon : ChevronDownIcon}
            size="small"
            variant="invisible"
            aria-expanded={open.has(log.id)}
            aria-label={text('log.details', { id: log.id })}
            onClick={() => toggle(log.id)}
          />
        )}
        details={(log) => (open.has(log.id) ? <LogFacts log={log} /> : null)}
      />
      {user !== undefined && <UserDialog id={user} onClose={() => showUser(undefined)} />}
    </>
  )
}

function Dash() {
  return <span className="muted">–</span>
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
