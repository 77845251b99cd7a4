import { defineCommand } from '../../../command'
import { CHANNEL_FLAGS } from '../flags'

const { models, group, priority, weight, 'model-mapping': mapping } = CHANNEL_FLAGS

export const channelTagSet = defineCommand({
  path: ['channel', 'tag', 'set'],
  summary: 'change every channel of a tag alike',
  args: [{ name: 'tag', summary: 'a tag that channels have', completes: 'tag' }],
  flags: {
    rename: { kind: 'text', value: 'TAG', summary: 'the new tag; "" dissolves the old one' },
    models,
    group,
    priority,
    weight,
    'model-mapping': mapping,
  },
  examples: ['gw channel tag set europe --priority 5', 'gw channel tag set europe --rename eu'],
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const changed = await services.channels.setTag(context.actor, {
      tag: args.tag,
      new_tag: flags.rename,
      models: flags.models,
      groups: flags.group,
      priority: flags.priority,
      weight: flags.weight,
      model_mapping: flags['model-mapping'],
    })
    context.output.value(String(changed), { tag: flags.rename ?? args.tag, changed })
  },
})
