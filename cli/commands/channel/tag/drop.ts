import { defineCommand } from '../../../command/command'
import { CHANNELS_FLAG, channelIds } from './ids'

export const channelTagDrop = defineCommand({
  path: ['channel', 'tag', 'drop'],
  summary: 'take the tag away from channels',
  flags: { channel: CHANNELS_FLAG },
  examples: ['gw channel tag drop --channel main'],
  json: { changed: 'number' },
  run: async (context, { flags }) => {
    const services = await context.services()
    const ids = await channelIds(services, flags.channel)
    const changed = await services.channels.tag(context.actor, { ids, tag: null })
    context.output.value(String(changed), { changed })
  },
})
