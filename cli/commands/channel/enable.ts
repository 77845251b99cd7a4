import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelEnable = defineCommand({
  path: ['channel', 'enable'],
  summary: 'let a channel take calls again',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel enable main'],
  json: CHANNEL_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    context.output.one(await services.channels.enable(context.actor, { id }), CHANNEL_VIEW)
  },
})
