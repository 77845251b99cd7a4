/** What is used of a subscription: its budget and every window, each with its bar. */
import type { LimitKind } from '../../../server/domain/limits/kinds'
import type { Allowance } from '../../../server/domain/plans/terms'
import { useText } from '../../app/language'
import { UsageBar } from '../limits/UsageBar'
import type { Subscription } from './plan'
import { usePlanTexts } from './use-plan-texts'
import './plan.css'

const SECOND_MS = 1000

export function SubscriptionUse({ subscription }: { readonly subscription: Subscription }) {
  const { text } = useText()
  const { allowance } = usePlanTexts()
  const { remain, terms, windows, period_end } = subscription
  return (
    <div className="plan-windows">
      {remain !== null && terms.budget !== null && (
        <Window
          title={text('plans.budget')}
          kind="budget"
          amount={Math.max(terms.budget, remain)}
          used={Math.max(terms.budget, remain) - remain}
          resetsAt={period_end / SECOND_MS}
        />
      )}
      {windows.map((window) => (
        <Window
          key={keyOf(window)}
          title={allowance(window)}
          {...(window.starts !== 'subscription' && { note: text(`plans.starts_${window.starts}`) })}
          kind={window.kind}
          amount={window.amount}
          used={window.used}
          resetsAt={window.resets_at === null ? null : window.resets_at / SECOND_MS}
        />
      ))}
    </div>
  )
}

function keyOf({ kind, window, starts, amount }: Allowance): string {
  return [kind, window, starts, amount].join(' ')
}

interface WindowProps {
  readonly title: string
  readonly note?: string
  readonly kind: LimitKind
  readonly amount: number
  readonly used: number
  readonly resetsAt: number | null
}

function Window({ title, note, kind, amount, used, resetsAt }: WindowProps) {
  return (
    <div className="limit-use">
      <div className="limit-use-head">
        <span>{title}</span>
        {note !== undefined && <span className="field-caption">{note}</span>}
      </div>
      <UsageBar {...{ kind, amount, used, resetsAt }} left={Math.max(0, amount - used)} />
    </div>
  )
}
