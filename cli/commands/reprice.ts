import { BILL_SUBJECTS } from '../../server/domain/money/bill-subjects'
import type { PriceRow } from '../../server/domain/prices/price-row'
import type { BillSum } from '../../server/services/proof/bill-sums'
import type { CommandContext } from '../command/context'
import { defineList } from '../command/list-command'
import type { View } from '../output/output'
import { tablesIn } from './price/differences'
import { RANGE_FLAGS, rangeOf } from './range-flags'

const FIELDS = [
  'id',
  'name',
  'calls',
  'prompt_tokens',
  'cached_tokens',
  'cache_share',
  'completion_tokens',
  'charged',
  'cost',
  'margin',
  'repriced',
  'difference',
] as const satisfies readonly (keyof BillSum)[]

const VIEW: View<BillSum> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'CACHED %', value: 'cache_share', kind: 'number' },
    { title: 'CHARGED USD', value: 'charged', kind: 'credits' },
    { title: 'COST USD', value: 'cost', kind: 'credits' },
    { title: 'MARGIN USD', value: 'margin', kind: 'credits' },
    { title: 'REPRICED USD', value: 'repriced', kind: 'credits' },
    { title: 'DIFFERENCE USD', value: 'difference', kind: 'credits' },
  ],
  fields: FIELDS,
  quiet: ({ name }) => name,
}

export const reprice = defineList({
  path: ['reprice'],
  summary:
    'what calls were charged and cost, the margin, cache savings, and the effect of other prices',
  flags: {
    prices: {
      kind: 'text',
      value: 'FILE',
      summary: 'as "gw price import" takes it; absent for the prices in force',
    },
    by: { kind: 'text', choices: BILL_SUBJECTS, summary: 'sums by these (default channel)' },
    ...RANGE_FLAGS,
  },
  examples: ['gw reprice --prices new.json --from 30d', 'gw reprice --by user --from 7d --json'],
  view: VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    const by = BILL_SUBJECTS.find((name) => name === flags.by)
    const prices = flags.prices === undefined ? undefined : await pricesIn(context, flags.prices)
    return await services.bills.sums({ by, prices, ...rangeOf(context, flags) })
  },
})

async function pricesIn(context: CommandContext, file: string): Promise<readonly PriceRow[]> {
  const { rowsOfTables } = await import('../../server/domain/prices/imported-prices')
  return rowsOfTables(await tablesIn(context, file))
}
