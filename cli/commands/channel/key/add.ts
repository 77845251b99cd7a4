import { defineCommand } from '../../../command/command'
import { UsageError } from '../../../exit'
import { words } from '../../../words'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_VIEW } from './view'

export const channelKeyAdd = defineCommand({
  path: ['channel', 'key', 'add'],
  summary: 'add keys to a channel, one per line; calls are then spread over all of them',
  args: [CHANNEL_ARGUMENT],
  flags: {
    key: {
      kind: 'text',
      summary: 'upstream key; "-" reads it from stdin; GW_CHANNEL_KEY in the environment works too',
    },
  },
  examples: ['gw channel key add main --key - < keys.txt'],
  json: KEY_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const keys = await context.secret(flags.key, 'GW_CHANNEL_KEY')
    if (keys === undefined) throw new UsageError('give --key, or --key - with the key on stdin')
    const added = await services.channels.addKeys(context.actor, { id, keys })
    context.output.note(words`${added} added`)
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
