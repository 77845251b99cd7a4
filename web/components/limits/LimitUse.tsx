/** How far a limit is used, and when it counts anew. */
import type { LimitJson } from '../../../server/domain/endpoints/limit'
import { useText } from '../../app/language'
import { UsageBar } from './UsageBar'
import './limits.css'

interface LimitUseProps {
  readonly row: LimitJson
  /** Without its name, which is next to it. */
  readonly isPlain?: boolean
}

export function LimitUse({ row, isPlain = false }: LimitUseProps) {
  const { text } = useText()
  const { subject, name, kind, window, amount, used, left, set_by, resets_at } = row
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
      <UsageBar {...{ kind, amount, used, left }} resetsAt={used > 0 ? resets_at : null} />
    </div>
  )
}
