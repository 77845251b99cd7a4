import { defineCommand } from '../../../command/command'
import { CHANNELS_FLAG, channelIds } from './ids'

export const channelTagPut = defineCommand({
  path: ['channel', 'tag', 'put'],
  summary: 'give channels a tag, in place of the one they have',
  args: [{ name: 'tag', summary: 'new or known', completes: 'tag' }],
  flags: { channel: CHANNELS_FLAG },
  examples: ['gw channel tag put europe --channel main --channel 7'],
  json: { tag: 'text', changed: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const ids = await channelIds(services, flags.channel)
    const changed = await services.channels.tag(context.actor, { ids, tag: args.tag })
    context.output.value(String(changed), { tag: args.tag, changed })
  },
})
