import { rowsBetween } from '../../../server/domain/prices/price-row'
import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG } from '../careful-flags'
import { DIFFERENCE_VIEW, differencesIn, tablesIn } from './differences'

export const priceImport = defineCommand({
  path: ['price', 'import'],
  summary: 'take over prices of a file, all or nothing; what it does not name stays',
  args: [
    {
      name: 'file',
      summary: 'JSON: prices as the console exports them, a price list, options; "-" reads stdin',
    },
  ],
  flags: DRY_RUN_FLAG,
  examples: ['gw price import prices.json --dry-run', 'gw price import - < prices.json'],
  json: DIFFERENCE_VIEW,
  run: async (context, { args, flags }) => {
    const { inForce } = await import('../../../server/domain/prices/imported-prices')
    const there = await tablesIn(context, args.file)
    const changes = await context.attempt({ ...flags, isAtomic: true }, async (services) => {
      const here = inForce(await services.prices.list())
      const merged = (option: Parameters<typeof here>[0]) => ({ ...here(option), ...there(option) })
      const prices = rowsBetween(here, merged)
      if (prices.length > 0) await services.prices.set(context.actor, { prices })
      return differencesIn(prices, here)
    })
    context.output.list(changes, DIFFERENCE_VIEW)
    context.output.note(words`${changes.length} entries differ`)
  },
})
