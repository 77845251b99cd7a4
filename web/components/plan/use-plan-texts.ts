/** What a plan costs and grants, in words. */
import { isMoney } from '../../../server/domain/limits/kinds'
import type { Allowance } from '../../../server/domain/plans/terms'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import type { Plan } from './plan'

export function usePlanTexts() {
  const { text } = useText()
  const { cost, number } = useFormat()
  const period = ({ period_unit: unit, period_count: count, renews }: PeriodOf): string => {
    if (renews && count === 1) return text(`plans.per_${unit}`)
    return text(renews ? `plans.every_${unit}` : `plans.for_${unit}`, { count })
  }
  return {
    dollars: cost,
    /** "per month", or of what is not renewed "for 1 month". */
    period,
    /** "$2.00 per 5 hours". */
    allowance: ({ kind, window, amount }: Allowance): string => {
      const shown = isMoney(kind) ? cost(amount) : `${number(amount)} ${text(`limit.kind_${kind}`)}`
      return text('plans.allowance', { amount: shown, window: text(`plans.window_${window}`) })
    },
  }
}

type PeriodOf = Pick<Plan, 'period_unit' | 'period_count' | 'renews'>
