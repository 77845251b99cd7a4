import { defineCommand } from '../../command/command'
import { PROMO_CODE_FLAG } from '../promo-code/flags'

export const orderQuote = defineCommand({
  path: ['order', 'quote'],
  summary: 'print the money that an amount would cost a user; nothing is ordered',
  flags: {
    user: { kind: 'text', required: true, summary: 'who would pay', completes: 'user' },
    amount: { kind: 'integer', required: true, summary: 'whole dollars, or credits if shown so' },
    ...PROMO_CODE_FLAG,
  },
  examples: [
    'gw order quote --user ann --amount 10',
    'gw order quote --user ann --amount 10 --promo-code SPRING20',
  ],
  json: { user_id: 'number', amount: 'number', money: 'text' },
  reads: true,
  run: async (context, { flags: { user, amount, 'promo-code': promoCode } }) => {
    const services = await context.services()
    const { id } = await services.users.show(user)
    const money = await services.payments.quote({ userId: id, amount, promoCode })
    context.output.value(money, { user_id: id, amount, money })
  },
})
