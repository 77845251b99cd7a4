import { defineCommand } from '../../command/command'
import { ORDER_VIEW } from './view'

export const orderAsk = defineCommand({
  path: ['order', 'ask'],
  summary: 'ask the payment service how an order stands, and book what it answers',
  args: [{ name: 'order', summary: 'its number' }],
  examples: ['gw order ask USR7NOa1B2c31712800000'],
  json: ORDER_VIEW,
  run: async (context, { args: { order } }) => {
    const { payments } = await context.services()
    context.output.one(await payments.ask(context.actor, order), ORDER_VIEW)
  },
})
