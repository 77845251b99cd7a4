import type { Services } from '../../../server/services/create-services'
import type { View } from '../../output/output'

type ShownOrder = Awaited<ReturnType<Services['payments']['list']>>['items'][number]

const ORDER_FIELDS = [
  'id',
  'user_id',
  'trade_no',
  'provider_trade_no',
  'payment_method',
  'amount',
  'money_cents',
  'credits',
  'status',
  'create_time',
  'complete_time',
  'service',
  'currency',
  'plan_id',
  'plan_name',
  'plan_outcome',
  'subscription_id',
  'refunded_cents',
  'refunded_credits',
  'promo_code',
  'cents_off',
  'credits_off',
  'ask_time',
  'asked_time',
  'ask_problem',
] as const satisfies readonly (keyof ShownOrder)[]

export const ORDER_VIEW: View<ShownOrder> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'TRADE', value: 'trade_no' },
    { title: 'BY', value: 'payment_method' },
    { title: 'CENTS', value: 'money_cents', kind: 'number' },
    { title: 'CURRENCY', value: 'currency' },
    { title: 'WORTH', value: 'credits', kind: 'credits' },
    { title: 'STATUS', value: 'status', kind: 'word' },
    { title: 'ORDERED', value: 'create_time', kind: 'time_s' },
    { title: 'PAID', value: 'complete_time', kind: 'time_s' },
  ],
  kinds: {
    amount: 'number',
    refunded_cents: 'number',
    refunded_credits: 'credits',
    cents_off: 'number',
    ask_time: 'time_s',
    asked_time: 'time_s',
  },
  fields: ORDER_FIELDS,
  quiet: (order) => order.trade_no,
}
