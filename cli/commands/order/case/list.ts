import type { Services } from '../../../../server/services/create-services'
import { defineList } from '../../../command/list-command'
import type { View } from '../../../output/output'

type PaymentCase = Awaited<ReturnType<Services['payments']['cases']>>['items'][number]

const CASE_VIEW: View<PaymentCase> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'REASON', value: 'reason', kind: 'word' },
    { title: 'SERVICE', value: 'service' },
    { title: 'TRADE', value: 'trade_no' },
    { title: 'CENTS', value: 'money_cents', kind: 'number' },
    { title: 'CURRENCY', value: 'currency' },
    { title: 'SEEN', value: 'seen', kind: 'number' },
    { title: 'SINCE', value: 'created_at', kind: 'time_ms' },
    { title: 'CLOSED', value: 'closed_at', kind: 'time_ms' },
  ],
  kinds: { last_at: 'time_ms' },
  fields: [
    ...(['id', 'reason', 'service', 'trade_no', 'payment', 'money_cents', 'currency'] as const),
    ...(['told', 'seen', 'created_at', 'last_at', 'closed_at', 'closed_by', 'note'] as const),
  ],
  quiet: ({ id }) => String(id),
}

export const orderCaseList = defineList({
  path: ['order', 'case', 'list'],
  summary: 'list payments that fit no order, and whatever else a person has to look at',
  flags: { open: { kind: 'switch', summary: 'only those that are open' } },
  examples: ['gw order case list --open'],
  view: CASE_VIEW,
  rows: async (context, { flags: { open } }) => {
    const { payments } = await context.services()
    return (page) => payments.cases({ ...page, isOpen: open })
  },
})
