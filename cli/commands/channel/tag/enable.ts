import { defineCommand } from '../../../command/command'

export const channelTagEnable = defineCommand({
  path: ['channel', 'tag', 'enable'],
  summary: 'enable every channel of a tag',
  args: [{ name: 'tag', summary: 'a tag that channels have', completes: 'tag' }],
  examples: ['gw channel tag enable europe'],
  json: { tag: 'text', enabled: 'number' },
  run: async (context, { args }) => {
    const services = await context.services()
    await services.channels.switchTag(context.actor, { tag: args.tag, isEnabled: true })
    context.output.value(args.tag, { tag: args.tag, enabled: true })
  },
})
