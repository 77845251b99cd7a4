import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelShow = defineCommand({
  path: ['channel', 'show'],
  summary: 'show one channel, without its key',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel show main --json'],
  json: CHANNEL_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    context.output.one(await services.channels.show(args.channel), CHANNEL_VIEW)
  },
})
