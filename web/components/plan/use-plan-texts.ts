/** What a plan costs and grants, in words. */
import { isMoney } from '../../../server/domain/limits/kinds'
import type { Allowance } from '../../../server/domain/plans/terms'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import type { Plan } from './plan'

export function usePlanTexts() {
  const { text } = useText()
  const { usd, number } = useFormat()
  const { quota_per_unit: perUnit } = useSite()
  const dollars = (credits: number): string => usd(credits / perUnit, 2)
  const period = ({ period_unit: unit, period_count: count }: PeriodOf): string =>
    count === 1 ? text(`plans.per_${unit}`) : text(`plans.every_${unit}`, { count })
  return {
    dollars,
    /** "per month". */
    period,
    /** "$2.00 per 5 hours". */
    allowance: ({ kind, window, amount }: Allowance): string => {
      const shown = isMoney(kind)
        ? dollars(amount)
        : text(`plans.amount_${kind}`, { count: number(amount) })
      return text('plans.allowance', { amount: shown, window: text(`plans.window_${window}`) })
    },
  }
}

type PeriodOf = Pick<Plan, 'period_unit' | 'period_count'>
