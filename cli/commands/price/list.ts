import { pricedModels } from '../../../server/domain/prices/price-sheet'
import { defineList } from '../../command/list-command'
import { PRICE_VIEW, readTables, shownPrice } from './view'

export const priceList = defineList({
  path: ['price', 'list'],
  summary: 'list every model that has a price, in dollars, before the ratio of a group',
  flags: { search: { kind: 'text', summary: 'part of the model name' } },
  examples: [
    'gw price list --search claude',
    'gw price list --sort completion_usd:desc --limit 10',
  ],
  view: PRICE_VIEW,
  rows: async (context, { flags }) => {
    const tables = await readTables(await context.services())
    const wanted = flags.search?.toLowerCase() ?? ''
    return pricedModels(tables)
      .filter((model) => model.toLowerCase().includes(wanted))
      .map((model) => shownPrice(model, tables))
  },
})
