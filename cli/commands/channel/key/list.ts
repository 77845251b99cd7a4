import { defineCommand } from '../../../command'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_FIELDS, KEY_VIEW } from './view'

export const channelKeyList = defineCommand({
  path: ['channel', 'key', 'list'],
  summary: 'list the keys of a channel by their last characters, with what cools down',
  args: [CHANNEL_ARGUMENT],
  examples: ['gw channel key list main'],
  json: KEY_FIELDS,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
