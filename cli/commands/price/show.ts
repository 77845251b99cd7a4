import { defineCommand } from '../../command/command'
import { MODEL_ARGUMENT } from './argument'
import { PRICE_VIEW, readTables, shownPrice } from './view'

export const priceShow = defineCommand({
  path: ['price', 'show'],
  summary: 'show what a model costs, in dollars, before the ratio of a group',
  args: [MODEL_ARGUMENT],
  examples: ['gw price show gpt-4o-mini', 'gw price show gpt-4o-mini --json'],
  json: PRICE_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const tables = await readTables(await context.services())
    context.output.one(shownPrice(args.model, tables), PRICE_VIEW)
  },
})
