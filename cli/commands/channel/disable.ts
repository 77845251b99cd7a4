import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelDisable = defineCommand({
  path: ['channel', 'disable'],
  summary: 'take a channel out of use; a running server notices within a second',
  args: [CHANNEL_ARGUMENT],
  flags: { reason: { kind: 'text', summary: 'shown next to the channel' } },
  examples: ['gw channel disable main --reason "key leaked"'],
  json: CHANNEL_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const channel = await services.channels.disable(context.actor, { id, reason: flags.reason })
    context.output.one(channel, CHANNEL_VIEW)
  },
})
