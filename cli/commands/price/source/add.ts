import {
  isPriceSourceKind,
  PRICE_SOURCE_KINDS,
} from '../../../../server/domain/prices/sources/source-kinds'
import { defineCommand } from '../../../command/command'
import { UsageError } from '../../../exit'
import { words } from '../../../words'
import { DRY_RUN_FLAG } from '../../careful-flags'
import { SOURCE_FLAGS, sourceInput } from './flags'
import { SOURCE_VIEW, sourceRow } from './view'

export const priceSourceAdd = defineCommand({
  path: ['price', 'source', 'add'],
  summary: 'add a price source; with --every it is read by schedule',
  args: [
    { name: 'name', summary: 'as notices and lists call it' },
    { name: 'kind', summary: 'form of its prices', choices: PRICE_SOURCE_KINDS },
  ],
  flags: { ...SOURCE_FLAGS, ...DRY_RUN_FLAG },
  examples: [
    'gw price source add models.dev models.dev --every 24',
    'gw price source add upstream gateway --url https://other.example --margin "*=20/0.01"',
  ],
  json: SOURCE_VIEW,
  run: async (context, { args: { name, kind }, flags }) => {
    if (!isPriceSourceKind(kind)) {
      throw new UsageError(words`the kind must be one of ${PRICE_SOURCE_KINDS.join(', ')}`)
    }
    const input = { ...sourceInput(flags), name, kind }
    const made = await context.attempt(flags, ({ priceSources }) =>
      priceSources.create(context.actor, input),
    )
    context.output.one(sourceRow(made), SOURCE_VIEW)
  },
})
