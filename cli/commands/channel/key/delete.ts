import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../../careful-flags'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_ARGUMENT, KEY_VIEW, keyNumber } from './view'

export const channelKeyDelete = defineCommand({
  path: ['channel', 'key', 'delete'],
  summary: 'remove one of several keys for good',
  args: [CHANNEL_ARGUMENT, KEY_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw channel key delete main 2'],
  json: KEY_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    const key = keyNumber(args.key)
    await context.confirm(isAgreed(flags), words`Remove key ${key} for good?`)
    await context.attempt(flags, ({ channels }) => channels.removeKey(context.actor, { id, key }))
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
