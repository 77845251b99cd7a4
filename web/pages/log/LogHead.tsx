import type { DataOf } from '../../../server/domain/api-calls/contract'
import { Figures } from '../../components/Figures'
import { SwitchField } from '../../components/SwitchField'
import { useFormat } from '../../format'
import { useText } from '../../language'

interface LogHeadProps {
  readonly stat: DataOf<'log.stat'> | undefined
  readonly isLive: boolean
  readonly isPaused: boolean
  /** Rows that came since the list became live. */
  readonly news: number
  readonly onLive: (isLive: boolean) => void
}

/** The totals, and the switch that keeps them and the list new. */
export function LogHead({ stat, isLive, isPaused, news, onLive }: LogHeadProps) {
  const { text } = useText()
  const format = useFormat()
  const state = isPaused ? text('log.live_paused') : text('log.live_new', { count: news })
  return (
    <div className="log-head">
      <Figures
        figures={[
          { title: text('log.consumed'), value: stat && format.cost(stat.quota) },
          { title: 'RPM', hint: text('log.rpm'), value: stat && format.count(stat.rpm) },
          { title: 'TPM', hint: text('log.tpm'), value: stat && format.count(stat.tpm) },
        ]}
      />
      <div className="log-live">
        <span role="status" className="muted">
          {isLive ? state : ''}
        </span>
        <SwitchField label={text('log.live')} isOn={isLive} onChange={onLive} />
      </div>
    </div>
  )
}
