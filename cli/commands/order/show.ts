import { defineCommand } from '../../command/command'
import { ORDER_VIEW } from './view'

export const orderShow = defineCommand({
  path: ['order', 'show'],
  summary: 'show one order, with the number that the payment service has for it',
  args: [{ name: 'order', summary: 'its number' }],
  examples: ['gw order show USR7NOa1B2c31712800000 --json'],
  json: ORDER_VIEW,
  reads: true,
  run: async (context, { args: { order } }) => {
    const { payments } = await context.services()
    context.output.one(await payments.show(order), ORDER_VIEW)
  },
})
