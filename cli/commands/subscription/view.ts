import { isMoney } from '../../../server/domain/limits/kinds'
import type { AllowanceUse } from '../../../server/domain/plans/held-plan'
import type { SubscriptionView } from '../../../server/services/subscriptions/list'
import { timeText } from '../../output/field-kinds'
import type { View } from '../../output/output'
import { usdText } from '../../usd'
import { yesNo } from '../plan/view'

export const SUBSCRIPTION_ARGUMENT = {
  name: 'subscription',
  summary: 'id, as "gw subscription list" shows it',
} as const

const SUBSCRIPTION_FIELDS = [
  'id',
  'user_id',
  'username',
  'plan_id',
  'name',
  'state',
  'price',
  'remain',
  'used',
  'windows',
  'terms',
  'period_start',
  'period_end',
  'renews',
  'grace_until',
  'source',
  'renewed_by',
  'end_reason',
  'refund',
  'created_at',
  'ended_at',
] as const satisfies readonly (keyof SubscriptionView)[]

/** `budget/5h $0.60 of $2.00`. */
function windowText({ kind, window, amount, used }: AllowanceUse): string {
  const text = (count: number) => (isMoney(kind) ? usdText(count) : String(count))
  return `${kind}/${window} ${text(used)}/${text(amount)}`
}

/** When what is used next counts anew, of each window. */
function resetsText({ windows }: SubscriptionView): string {
  return windows.map(({ resets_at }) => timeText(resets_at ?? 0)).join(', ') || '-'
}

/** Whether it renews, and by whom where it is not the balance. */
function renewerOf({ renews, renewed_by }: SubscriptionView) {
  return renews && renewed_by !== 'balance' ? renewed_by : yesNo(renews)
}

export const SUBSCRIPTION_VIEW: View<SubscriptionView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USER', value: 'username' },
    { title: 'PLAN', value: 'name' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'LEFT', value: 'remain', kind: 'credits' },
    { title: 'USED', value: 'used', kind: 'credits' },
    { title: 'WINDOWS', value: ({ windows }) => windows.map(windowText).join(' ') || '-' },
    { title: 'PERIOD ENDS', value: 'period_end', kind: 'time_ms' },
    { title: 'RENEWS', field: 'renews', value: renewerOf },
    { title: 'PRICE', value: 'price', kind: 'credits', isMinor: true },
  ],
  details: [
    { title: 'RESETS', value: resetsText },
    { title: 'PERIOD BEGAN', value: 'period_start', kind: 'time_ms' },
    { title: 'REFUND', value: 'refund', kind: 'credits' },
    { title: 'SOURCE', value: 'source', kind: 'word' },
    { title: 'RENEWED BY', value: 'renewed_by', kind: 'word' },
    { title: 'WAITS UNTIL', value: 'grace_until', kind: 'time_ms' },
    { title: 'CREATED', value: 'created_at', kind: 'time_ms' },
    { title: 'END', value: 'ended_at', kind: 'time_ms' },
    { title: 'REASON', value: 'end_reason', kind: 'word' },
  ],
  kinds: { renews: 'flag', windows: 'json', terms: 'json', user_id: 'number', plan_id: 'number' },
  fields: SUBSCRIPTION_FIELDS,
  quiet: ({ id }) => String(id),
}

/** The number of a subscription; 0, which none has, for any other text. */
export function subscriptionId(given: string): number {
  return /^\d{1,15}$/.test(given) ? Number(given) : 0
}
