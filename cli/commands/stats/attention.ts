import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { usdText } from '../../usd'

type Item = Awaited<ReturnType<Services['overview']['attention']>>['items'][number]

const FIELDS = [
  'kind',
  'id',
  'name',
  'owner',
  'detail',
  'at',
  'calls',
  'failed',
  'models',
  'quota',
  'usual',
  'balance_usd',
] as const satisfies readonly (keyof Item)[]

const VIEW: View<Item> = {
  columns: [
    { title: 'MATTER', value: 'kind' },
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'OF', value: 'owner' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'FAILED', value: 'failed', kind: 'number' },
    { title: 'MODELS', value: 'models', kind: 'number' },
    {
      title: 'USD/H',
      field: 'quota',
      value: ({ quota }) => (quota === 0 ? '-' : usdText(quota)),
      kind: 'credits',
    },
    { title: 'REASON', value: 'detail' },
  ],
  kinds: { at: 'time_s', usual: 'credits' },
  fields: FIELDS,
  quiet: ({ name }) => name,
}

export const statsAttention = defineList({
  path: ['stats', 'attention'],
  summary: 'list what needs attention: failing channels, unusual spend, missing prices',
  flags: {},
  examples: ['gw stats attention', 'gw stats attention --filter kind=channel_failing --json'],
  view: VIEW,
  rows: async (context) => {
    const services = await context.services()
    return (await services.overview.attention(context.language)).items
  },
})
