import { defineCommand } from '../../../command/command'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_ARGUMENT, KEY_VIEW, keyNumber } from './view'

export const channelKeySet = defineCommand({
  path: ['channel', 'key', 'set'],
  summary: 'change the share of a key',
  args: [CHANNEL_ARGUMENT, KEY_ARGUMENT],
  flags: {
    weight: { kind: 'integer', required: true, summary: 'share of the calls, 1 to 1000' },
  },
  examples: ['gw channel key set main 2 --weight 5'],
  json: KEY_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const { weight } = flags
    await services.channels.setKey(context.actor, { id, key: keyNumber(args.key), weight })
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
