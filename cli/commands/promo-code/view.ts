import type { PromoCodeView } from '../../../server/services/promo-codes/view'
import type { View } from '../../output/output'
import { usdText } from '../../usd'
import { yesNo } from '../plan/view'

const FIELDS = [
  ...(['id', 'code', 'note', 'percent_off', 'amount_off', 'most_off'] as const),
  ...(['applies_to', 'plans', 'least_order', 'first_order'] as const),
  ...(['most_uses', 'most_per_user', 'enabled', 'starts_at', 'ends_at'] as const),
  ...(['used', 'held', 'credits_off', 'created_at'] as const),
] as const satisfies readonly (keyof PromoCodeView)[]

/** "20%" or "$3.00". */
function discountText({ percent_off, amount_off }: PromoCodeView): string {
  return percent_off > 0 ? `${percent_off / 100}%` : usdText(amount_off)
}

export const PROMO_CODE_VIEW: View<PromoCodeView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'CODE', value: 'code' },
    { title: 'OFF', value: discountText },
    { title: 'APPLIES TO', value: 'applies_to', kind: 'word' },
    { title: 'USED', value: 'used', kind: 'number' },
    { title: 'UNPAID', value: 'held', kind: 'number', isMinor: true },
    { title: 'MOST USES', value: 'most_uses', kind: 'number' },
    { title: 'VALID UNTIL', value: 'ends_at', kind: 'time_ms' },
    { title: 'ENABLED', field: 'enabled', value: (row) => yesNo(row.enabled) },
    { title: 'NOTE', value: 'note' },
  ],
  details: [
    { title: 'AT MOST OFF', value: 'most_off', kind: 'credits' },
    { title: 'LEAST ORDER', value: 'least_order', kind: 'credits' },
    { title: 'FIRST ORDER', field: 'first_order', value: (row) => yesNo(row.first_order) },
    { title: 'PLANS', value: ({ plans }) => plans.join(' ') || '*' },
    { title: 'MOST PER USER', value: 'most_per_user', kind: 'number' },
    { title: 'VALID FROM', value: 'starts_at', kind: 'time_ms' },
    { title: 'TAKEN OFF', value: 'credits_off', kind: 'credits' },
  ],
  kinds: {
    percent_off: 'number',
    amount_off: 'credits',
    plans: 'json',
    first_order: 'flag',
    enabled: 'flag',
    created_at: 'time_ms',
  },
  fields: FIELDS,
  quiet: ({ code }) => code,
}
