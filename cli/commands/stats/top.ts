import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { warnOfBound } from './bound'

const OF = ['users', 'tokens', 'models'] as const

interface ShownSpender {
  readonly id: number
  readonly name: string
  readonly owner: string
  readonly quota: number
  readonly count: number
}

const TOP_VIEW: View<ShownSpender> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'OF', value: 'owner' },
    { title: 'SPENT', value: 'quota', kind: 'credits' },
    { title: 'CALLS', value: 'count', kind: 'number' },
  ],
  fields: ['id', 'name', 'owner', 'quota', 'count'],
  quiet: ({ name }) => name,
}

export const statsTop = defineList({
  path: ['stats', 'top'],
  summary: 'top spenders; ten users of the last day by default',
  flags: { of: { kind: 'text', choices: OF, summary: 'who or what' }, ...RANGE_FLAGS },
  examples: ['gw stats top', 'gw stats top --of tokens --from 7d --json'],
  view: TOP_VIEW,
  defaultLimit: 10,
  rows: async (context, { flags }) => {
    const range = rangeOf(context, flags)
    const services = await context.services()
    const { counted_from, ...spenders } = await services.dashboard.top({
      ...range,
      most: Number.POSITIVE_INFINITY,
    })
    warnOfBound(context, range.from, counted_from)
    return spenders[OF.find((name) => name === flags.of) ?? 'users']
  },
})
