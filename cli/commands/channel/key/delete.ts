import { defineCommand } from '../../../command'
import { words } from '../../../words'
import { YES_FLAG } from '../../careful-flags'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_ARGUMENT, KEY_FIELDS, KEY_VIEW, keyNumber } from './view'

export const channelKeyDelete = defineCommand({
  path: ['channel', 'key', 'delete'],
  summary: 'remove one of several keys for good',
  args: [CHANNEL_ARGUMENT, KEY_ARGUMENT],
  flags: YES_FLAG,
  examples: ['gw channel key delete main 2'],
  json: KEY_FIELDS,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const key = keyNumber(args.key)
    await context.confirm(flags.yes === true, words`Remove key ${key} for good?`)
    await services.channels.removeKey(context.actor, { id, key })
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
