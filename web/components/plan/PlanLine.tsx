/** Beside a balance: the plans that pay before it. Nothing for who has none. */
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { TextLink } from '../text/TextLink'
import { usePlanTexts } from './use-plan-texts'

const MOST = 20

export default function PlanLine() {
  const { text } = useText()
  const { date } = useFormat()
  const { dollars } = usePlanTexts()
  const query = { state: 'active', p: 1, page_size: MOST } as const
  const { data } = useEndpoint('subscription.list_own', { query })
  if (data === undefined || data.items.length === 0) return null
  const named = data.items.map(({ name, remain, period_end }) => {
    const until = date(period_end / 1000)
    if (remain === null) return text('plans.line_until', { name, until })
    return text('plans.line_left', { name, until, amount: dollars(remain) })
  })
  return (
    <p className="muted">
      {text('plans.pays_first', { plans: named.join(' · ') })}{' '}
      <TextLink to="/plan">{text('nav.plan')}</TextLink>
    </p>
  )
}
