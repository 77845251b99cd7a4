import type { DataOf } from '../../../server/domain/api-calls/contract'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { LiveButton } from '../../components/list/LiveButton'

interface LogHeadProps {
  readonly stat: DataOf<'log.stat'> | undefined
  /** Rows that have been read, and those that there are. */
  readonly shown: number
  readonly total: number
  readonly isLive: boolean
  readonly isPaused: boolean
  /** Rows that came since the list became live. */
  readonly news: number
  readonly onLive: (isLive: boolean) => void
}

/** The totals in one line, and the switch that updates them and the list. */
export function LogHead(props: LogHeadProps) {
  const { stat, shown, total, isLive, isPaused, news, onLive } = props
  const { text } = useText()
  const format = useFormat()
  const state = isPaused ? text('log.live_paused') : text('log.live_new', { count: news })
  const figures = [
    { title: text('log.consumed'), hint: undefined, value: stat && format.cost(stat.quota) },
    { title: 'RPM', hint: text('log.rpm'), value: stat && format.count(stat.rpm) },
    { title: 'TPM', hint: text('log.tpm'), value: stat && format.count(stat.tpm) },
  ]
  return (
    <div className="log-head">
      <dl className="log-figures">
        {figures.map(({ title, hint, value }) => (
          <div key={title} title={hint}>
            <dt>{title}</dt>
            <dd className="number">{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
      <span className="muted number">
        {text('log.shown', { count: format.number(shown), total: format.number(total) })}
      </span>
      <div className="log-live">
        <span role="status" className="muted">
          {isLive ? state : ''}
        </span>
        <LiveButton isOn={isLive} onChange={onLive} />
      </div>
    </div>
  )
}
