import { defineCommand } from '../../../command/command'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { SOURCE_FLAGS, sourceInput } from './flags'
import { SOURCE_ARGUMENT, SOURCE_VIEW, sourceRow } from './view'

export const priceSourceSet = defineCommand({
  path: ['price', 'source', 'set'],
  summary: 'change what is given of a price source',
  args: [SOURCE_ARGUMENT],
  flags: {
    name: { kind: 'text', summary: 'as notices and lists call it' },
    ...SOURCE_FLAGS,
    ...DRY_RUN_FLAG,
  },
  examples: [
    'gw price source set models.dev --every 12',
    'gw price source set upstream --margin "claude-*=30/1/0.99" --margin "*=20"',
  ],
  json: SOURCE_VIEW,
  run: async (context, { args, flags }) => {
    const input = {
      ...sourceInput(flags),
      ...(flags.name !== undefined && { name: flags.name }),
      id: args.source,
    }
    const source = await context.attempt(flags, ({ priceSources }) =>
      priceSources.change(context.actor, input),
    )
    context.output.one(sourceRow(source), SOURCE_VIEW)
  },
})
