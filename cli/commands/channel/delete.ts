import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelDelete = defineCommand({
  path: ['channel', 'delete'],
  summary: 'delete a channel for good and print what it was',
  args: [CHANNEL_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw channel delete main', 'gw channel delete 3 --yes --quiet'],
  json: CHANNEL_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const channel = await services.channels.show(args.channel)
    await context.confirm(isAgreed(flags), words`Delete the channel ${channel.name} for good?`)
    await context.attempt(flags, ({ channels }) => channels.remove(context.actor, channel.id))
    context.output.one(channel, CHANNEL_VIEW)
  },
})
