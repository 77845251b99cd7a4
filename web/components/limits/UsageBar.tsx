/** How far something is used, in a bar and in words, and when it counts anew. */
import { isMoney, type LimitKind } from '../../../server/domain/limits/kinds'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import './limits.css'

interface UsageBarProps {
  readonly kind: LimitKind
  readonly amount: number
  readonly used: number
  readonly left: number
  /** Epoch seconds; `null` where time alone sets nothing back, or nothing is used. */
  readonly resetsAt: number | null
}

export function UsageBar({ kind, amount, used, left, resetsAt }: UsageBarProps) {
  const { text } = useText()
  const { time, usd, number } = useFormat()
  const { quota_per_unit } = useSite()
  const shown = (count: number) => (isMoney(kind) ? usd(count / quota_per_unit) : number(count))
  const share = amount === 0 ? 100 : Math.min(100, Math.round((used / amount) * 100))
  const state = share >= 100 ? 'spent' : share >= 80 ? 'near' : 'free'
  const params = { amount: shown(amount), used: shown(used), left: shown(left) }
  return (
    <>
      <div className="limit-bar" aria-hidden="true" data-state={state}>
        <div style={{ inlineSize: `${share}%` }} />
      </div>
      <p className="field-caption">
        {text('limit.usage', params)}
        {resetsAt !== null && ` · ${text('limit.resets_on', { time: time(resetsAt) })}`}
      </p>
    </>
  )
}
