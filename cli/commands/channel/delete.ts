import { defineCommand } from '../../command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_FIELDS, CHANNEL_VIEW } from './view'

export const channelDelete = defineCommand({
  path: ['channel', 'delete'],
  summary: 'delete a channel for good and print what it was',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel delete 3 --quiet'],
  json: CHANNEL_FIELDS,
  run: async (context, { args }) => {
    const services = await context.services()
    const channel = await services.channels.show(args.channel)
    await services.channels.remove(context.actor, channel.id)
    context.output.one(channel, CHANNEL_VIEW)
  },
})
