import type { LogJson } from '../../../../server/domain/endpoints/log'
import { LOG_TYPE } from '../../../../server/domain/status'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { Cost, Durations, isCall } from './LogCell'
import { useContentOf } from './use-content-of'

interface LogCardProps {
  readonly log: LogJson
  readonly onOpen: (id: number) => void
}

/** A row on a phone: what and how much above, when and whose below. */
export function LogCard({ log, onOpen }: LogCardProps) {
  const { text } = useText()
  const format = useFormat()
  const content = useContentOf(log)
  const isAnswered = log.type === LOG_TYPE.consumption
  const whose = isAnswered ? [log.username, log.token_name].filter(Boolean).join(' · ') : content
  return (
    <td className="log-card">
      <span className="log-card-line">
        <button
          type="button"
          className="log-open mono"
          aria-label={text('log.open', { id: log.id, time: format.time(log.created_at) })}
          onClick={() => onOpen(log.id)}
        >
          {log.model_name || text(`log_type.${typeName(log.type)}`)}
        </button>
        <strong>
          <Cost quota={log.quota} />
        </strong>
      </span>
      <span className="log-card-line muted">
        <span className="log-card-whose">{`${format.moment(log.created_at)} · ${whose}`}</span>
        {isCall(log) && <Durations log={log} />}
      </span>
    </td>
  )
}

function typeName(type: number) {
  const names = Object.entries(LOG_TYPE) as [keyof typeof LOG_TYPE, number][]
  return names.find(([, value]) => value === type)?.[0] ?? 'system'
}
