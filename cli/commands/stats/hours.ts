import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { RANGE_FLAGS, rangeOf } from '../range-flags'

type ShownHour = Awaited<ReturnType<Services['dashboard']['hours']>>[number]

const HOUR_FIELDS = [
  'created_at',
  'model_name',
  'username',
  'count',
  'token_used',
  'quota',
] as const satisfies readonly (keyof ShownHour)[]

const HOUR_VIEW: View<ShownHour> = {
  columns: [
    { title: 'HOUR', value: 'created_at', kind: 'time_s' },
    { title: 'MODEL', value: 'model_name' },
    { title: 'USER', value: 'username' },
    { title: 'CALLS', value: 'count', kind: 'number' },
    { title: 'TOKENS', value: 'token_used', kind: 'number' },
    { title: 'SPENT', value: 'quota', kind: 'credits' },
  ],
  fields: HOUR_FIELDS,
  quiet: ({ quota }) => String(quota),
}

export const statsHours = defineList({
  path: ['stats', 'hours'],
  summary: 'usage by hour and model, oldest first; the last day by default',
  flags: {
    user: { kind: 'text', summary: 'only what this user used', completes: 'user' },
    ...RANGE_FLAGS,
  },
  examples: ['gw stats hours --from 7d', 'gw stats hours --user ann --json'],
  view: HOUR_VIEW,
  rows: async (context, { flags }) => {
    const range = rangeOf(context, flags)
    const services = await context.services()
    return await services.dashboard.hours({ username: flags.user, ...range })
  },
})
