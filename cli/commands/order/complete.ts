import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { YES_FLAG } from '../careful-flags'

export const orderComplete = defineCommand({
  path: ['order', 'complete'],
  summary: 'credit an order whose money came and whose payment notice did not, once',
  args: [{ name: 'order', summary: 'its number' }],
  flags: YES_FLAG,
  examples: ['gw order complete USR7NOa1B2c31712800000 --yes'],
  json: { trade_no: 'text', credits: 'credits' },
  run: async (context, { args: { order }, flags }) => {
    await context.confirm(flags.yes, words`Credit the order ${order} by hand?`)
    const { payments } = await context.services()
    const { trade_no, credits } = await payments.complete(context.actor, order)
    context.output.value(String(credits), { trade_no, credits })
  },
})
