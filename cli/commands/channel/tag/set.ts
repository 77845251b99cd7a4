import { defineCommand } from '../../../command/command'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { FIELD_FLAGS } from '../flags'

const { models, group, priority, weight, model_mapping } = FIELD_FLAGS

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
    'model-mapping': model_mapping,
    ...DRY_RUN_FLAG,
  },
  json: { tag: 'text', changed: 'number' },
  examples: [
    'gw channel tag set europe --priority 5 --dry-run',
    'gw channel tag set europe --rename eu',
  ],
  run: async (context, { args, flags }) => {
    const input = {
      tag: args.tag,
      new_tag: flags.rename,
      models: flags.models,
      groups: flags.group,
      priority: flags.priority,
      weight: flags.weight,
      model_mapping: flags['model-mapping'],
    }
    const changed = await context.attempt(flags, ({ channels }) =>
      channels.setTag(context.actor, input),
    )
    context.output.value(String(changed), { tag: flags.rename ?? args.tag, changed })
  },
})
