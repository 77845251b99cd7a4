import { defineCommand } from '../../command/command'
import { CHANNEL_ARGUMENT } from './flags'
import { CHANNEL_VIEW } from './view'

export const channelCopy = defineCommand({
  path: ['channel', 'copy'],
  summary: 'make a channel like another one, with its key',
  args: [CHANNEL_ARGUMENT],
  flags: { name: { kind: 'text', summary: 'name of the copy (default: NAME_copy)' } },
  examples: ['gw channel copy main --name spare'],
  json: CHANNEL_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const source = await services.channels.show(args.channel)
    const copies = await services.channels.create(context.actor, {
      ...source,
      auto_ban: source.auto_ban === 1,
      name: flags.name ?? `${source.name}_copy`,
      key: '',
      copy_of: source.id,
    })
    for (const copy of copies) context.output.one(copy, CHANNEL_VIEW)
  },
})
