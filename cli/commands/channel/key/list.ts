import { defineList } from '../../../command/list-command'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_VIEW } from './view'

export const channelKeyList = defineList({
  path: ['channel', 'key', 'list'],
  summary:
    'list the keys of a channel by their last characters, with their calls and what cools down',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel key list main'],
  view: KEY_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    return (await services.channels.keys(id)).keys
  },
})
