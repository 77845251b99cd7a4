import { USAGE_GROUP_NAMES } from '../../../server/domain/usage/explore'
import type { FinanceSum } from '../../../server/services/usage/finance'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { usdText } from '../../usd'
import { words } from '../../words'
import { RANGE_FLAGS, rangeOf } from '../range-flags'

const FIELDS = [
  ...(['key', 'name', 'calls', 'failed', 'quota', 'cost', 'margin', 'uncollected'] as const),
  ...(['prompt_tokens', 'cached_tokens', 'cache_write_tokens', 'completion_tokens'] as const),
] as const satisfies readonly (keyof FinanceSum)[]

const VIEW: View<FinanceSum> = {
  columns: [
    { title: 'ID', value: 'key' },
    { title: 'NAME', value: 'name' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'CHARGED USD', value: 'quota', kind: 'credits' },
    { title: 'COST USD', value: 'cost', kind: 'credits' },
    { title: 'MARGIN USD', value: 'margin', kind: 'credits' },
    { title: 'UNPAID USD', value: 'uncollected', kind: 'credits' },
  ],
  kinds: { failed: 'number' },
  fields: FIELDS,
  quiet: ({ key }) => key,
}

export const financeShow = defineList({
  path: ['finance', 'show'],
  summary: 'charged, cost and margin by channel, model, user, token, group or client; 30 days',
  flags: {
    by: { kind: 'text', choices: USAGE_GROUP_NAMES, summary: 'sums by these (default channel)' },
    ...RANGE_FLAGS,
  },
  examples: ['gw finance show --from 2026-11-01', 'gw finance show --by user --json'],
  view: VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    const range = rangeOf(context, flags)
    const by = USAGE_GROUP_NAMES.find((name) => name === flags.by) ?? 'channel'
    const { booked, owed } = await services.finance.show(range)
    for (const { kind, added, taken } of booked) {
      context.output.note(words`${kind}: +${usdText(added)} -${usdText(taken)} USD`)
    }
    const codes = usdText(owed.code_credits)
    context.output.note(words`owed now: ${usdText(owed.balances)} USD, unused codes ${codes} USD`)
    return await services.finance.sums({ ...range, by })
  },
})
