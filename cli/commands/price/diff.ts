import { rowsBetween } from '../../../server/domain/prices/price-row'
import { defineList } from '../../command/list-command'
import { DIFFERENCE_VIEW, differencesIn, tablesIn } from './differences'

export const priceDiff = defineList({
  path: ['price', 'diff'],
  summary: 'list how prices differ from the built-in ones, or from those of a file',
  args: [{ name: 'file', summary: 'as "gw price import" takes it; "-" is stdin', optional: true }],
  examples: ['gw price diff', 'gw price diff prices.json --filter field=model_ratio'],
  view: DIFFERENCE_VIEW,
  rows: async (context, { args: { file } }) => {
    const { builtInPrices, inForce } = await import('../../../server/domain/prices/imported-prices')
    const there = file === undefined ? builtInPrices : await tablesIn(context, file)
    const here = inForce(await (await context.services()).prices.list())
    return differencesIn(rowsBetween(there, here), there)
  },
})
