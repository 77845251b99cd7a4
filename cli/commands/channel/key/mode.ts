import { KEY_MODES } from '../../../../server/domain/channels/keys'
import { defineCommand } from '../../../command/command'
import { CHANNEL_ARGUMENT } from '../flags'
import { KEY_VIEW } from './view'

const MODE_ARGUMENT = {
  name: 'mode',
  summary: 'round_robin, random or least_used',
  choices: KEY_MODES,
} as const

export const channelKeyMode = defineCommand({
  path: ['channel', 'key', 'mode'],
  summary: 'say how the next key of a channel is chosen',
  args: [CHANNEL_ARGUMENT, MODE_ARGUMENT],
  examples: ['gw channel key mode main least_used'],
  json: KEY_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.channels.show(args.channel)
    await services.channels.setKeyMode(context.actor, { id, mode: args.mode })
    context.output.list((await services.channels.keys(id)).keys, KEY_VIEW)
  },
})
