import { defineCommand } from '../../command/command'

export const orderQuote = defineCommand({
  path: ['order', 'quote'],
  summary: 'print the money that an amount would cost a user; nothing is ordered',
  flags: {
    user: { kind: 'text', required: true, summary: 'who would pay', completes: 'user' },
    amount: { kind: 'integer', required: true, summary: 'whole dollars, or credits if shown so' },
  },
  examples: ['gw order quote --user ann --amount 10'],
  json: { user_id: 'number', amount: 'number', money: 'text' },
  reads: true,
  run: async (context, { flags: { user, amount } }) => {
    const services = await context.services()
    const { id } = await services.users.show(user)
    const money = await services.payments.quote({ userId: id, amount })
    context.output.value(money, { user_id: id, amount, money })
  },
})
