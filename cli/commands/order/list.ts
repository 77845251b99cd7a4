import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../list-command'
import type { View } from '../../output'

type ShownOrder = Awaited<ReturnType<Services['payments']['list']>>['items'][number]

const ORDER_FIELDS = [
  'id',
  'user_id',
  'trade_no',
  'payment_method',
  'amount',
  'money_cents',
  'credits',
  'status',
  'create_time',
  'complete_time',
] as const satisfies readonly (keyof ShownOrder)[]

const ORDER_VIEW: View<ShownOrder> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'TRADE', value: 'trade_no' },
    { title: 'BY', value: 'payment_method' },
    { title: 'CENTS', value: 'money_cents', kind: 'number' },
    { title: 'CREDITS', value: 'credits', kind: 'number' },
    { title: 'STATUS', value: 'status', kind: 'word' },
    { title: 'ORDERED', value: 'create_time', kind: 'time_s' },
    { title: 'PAID', value: 'complete_time', kind: 'time_s' },
  ],
  fields: ORDER_FIELDS,
  quiet: (order) => order.trade_no,
}

export const orderList = defineList({
  path: ['order', 'list'],
  summary: 'list top-up orders, newest first',
  flags: {
    user: { kind: 'text', summary: 'id or username', completes: 'user' },
    status: { kind: 'text', summary: 'only orders of this status, e.g. success' },
  },
  examples: ['gw order list --user ann', 'gw order list --status pending --json'],
  view: ORDER_VIEW,
  indexed: { user_id: 'user', status: 'status' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const owner = flags.user === undefined ? undefined : await services.users.show(flags.user)
    const filter = { userId: owner?.id, status: flags.status }
    return (page) => services.payments.list({ ...filter, ...page })
  },
})
