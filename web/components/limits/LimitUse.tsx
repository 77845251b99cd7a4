/** How far a limit is used, and when it counts anew. */
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import { isMoney } from '../../../server/domain/limits/kinds'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import './limits.css'

interface LimitUseProps {
  readonly row: LimitJson
  /** Without its name, which stands beside it. */
  readonly isPlain?: boolean
}

export function LimitUse({ row, isPlain = false }: LimitUseProps) {
  const { text } = useText()
  const { time, usd, number } = useFormat()
  const { quota_per_unit } = useSite()
  const { subject, name, kind, window, amount, used, left, set_by, resets_at } = row
  const shown = (count: number) => (isMoney(kind) ? usd(count / quota_per_unit) : number(count))
  const share = amount === 0 ? 100 : Math.min(100, Math.round((used / amount) * 100))
  const state = share >= 100 ? 'spent' : share >= 80 ? 'near' : 'free'
  const params = { amount: shown(amount), used: shown(used), left: shown(left) }
  return (
    <div className="limit-use">
      {!isPlain && (
        <div className="limit-use-head">
          <span>
            {text(`limit.subject_${subject}`, { name })}
            {' · '}
            {text(`limit.name_${kind}`)} {text(`limit.window_${window}`)}
          </span>
          <span className="field-caption">{text(`limit.set_by_${set_by}`)}</span>
        </div>
      )}
      <div className="limit-bar" aria-hidden="true" data-state={state}>
        <div style={{ inlineSize: `${share}%` }} />
      </div>
      <p className="field-caption">
        {text('limit.usage', params)}
        {resets_at !== null &&
          used > 0 &&
          ` · ${text('limit.resets_on', { time: time(resets_at) })}`}
      </p>
    </div>
  )
}
