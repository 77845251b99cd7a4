import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { priceNumber } from './argument'
import { CHANGE_ARGUMENT } from './change-view'

export const priceCancel = defineCommand({
  path: ['price', 'cancel'],
  summary: 'cancel a scheduled change of prices',
  args: [CHANGE_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw price cancel 12 --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const id = priceNumber(args.change)
    await context.confirm(isAgreed(flags), words`Cancel price change ${id}?`)
    await context.attempt(flags, ({ prices }) => prices.cancel(context.actor, id))
    context.output.value(String(id), { id })
  },
})
