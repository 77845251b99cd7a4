import type { OrderDifference } from '../../../server/services/payments/reconcile'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'

const DIFFERENCE_VIEW: View<OrderDifference> = {
  columns: [
    { title: 'TRADE', value: 'trade_no' },
    { title: 'USER', value: 'user_id', kind: 'number' },
    { title: 'SERVICE', value: 'service' },
    { title: 'KIND', value: 'kind', kind: 'word' },
    { title: 'HERE', value: 'here' },
    { title: 'THERE', value: 'there' },
  ],
  fields: ['trade_no', 'user_id', 'service', 'kind', 'here', 'there'],
  quiet: ({ trade_no }) => trade_no,
}

export const orderReconcile = defineCommand({
  path: ['order', 'reconcile'],
  summary: 'list orders that differ between here and their payment services; changes nothing',
  flags: { days: { kind: 'integer', summary: 'orders of so many days (default 7)' } },
  examples: ['gw order reconcile', 'gw order reconcile --days 31 --json'],
  json: DIFFERENCE_VIEW,
  reads: true,
  run: async (context, { flags: { days } }) => {
    const { payments } = await context.services()
    const { differences } = await payments.reconcile({ days })
    context.output.list(differences, DIFFERENCE_VIEW)
  },
})
