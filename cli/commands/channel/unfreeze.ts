import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelUnfreeze = defineCommand({
  path: ['channel', 'unfreeze'],
  summary: 'let a frozen channel be as it was before',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel unfreeze main'],
  json: CHANNEL_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    context.output.one(await services.channels.unfreeze(context.actor, id), CHANNEL_VIEW)
  },
})
