import { defineCommand } from '../../../command/command'

export const channelTagDisable = defineCommand({
  path: ['channel', 'tag', 'disable'],
  summary: 'disable every channel of a tag',
  args: [{ name: 'tag', summary: 'a tag that channels have', completes: 'tag' }],
  examples: ['gw channel tag disable europe'],
  json: { tag: 'text', enabled: 'number' },
  run: async (context, { args }) => {
    const services = await context.services()
    await services.channels.switchTag(context.actor, { tag: args.tag, isEnabled: false })
    context.output.value(args.tag, { tag: args.tag, enabled: false })
  },
})
