import { defineCommand } from '../../../command/command'
import { words } from '../../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../../careful-flags'
import { SOURCE_ARGUMENT, SOURCE_VIEW, sourceRow } from './view'

export const priceSourceDelete = defineCommand({
  path: ['price', 'source', 'delete'],
  summary: 'delete a price source and what waits of it; prices stay',
  args: [SOURCE_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw price source delete models.dev --yes'],
  json: SOURCE_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const source = await services.priceSources.show(args.source)
    await context.confirm(isAgreed(flags), words`Delete the price source ${source.name}?`)
    await context.attempt(flags, ({ priceSources }) =>
      priceSources.remove(context.actor, source.id),
    )
    context.output.one(sourceRow(source), SOURCE_VIEW)
  },
})
