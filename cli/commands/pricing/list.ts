import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type ShownPrice = Awaited<ReturnType<Services['pricing']['list']>>['rows'][number]

const PRICE_FIELDS = [
  'model_name',
  'priced',
  'quota_type',
  'model_ratio',
  'completion_ratio',
  'cache_ratio',
  'cache_creation_ratio',
  'audio_ratio',
  'audio_completion_ratio',
  'model_price',
  'enable_groups',
] as const satisfies readonly (keyof ShownPrice)[]

/** A price of 0 is shown only where it is one. */
const shown = ({ priced }: ShownPrice, amount: number) => (priced ? String(amount) : '-')

const PRICE_VIEW: View<ShownPrice> = {
  columns: [
    { title: 'MODEL', value: 'model_name' },
    {
      title: 'PRICED BY',
      field: 'quota_type',
      value: (row) => (!row.priced ? 'not priced' : row.quota_type === 1 ? 'call' : 'usage'),
      kind: 'word',
    },
    {
      title: 'RATIO',
      field: 'model_ratio',
      value: (row) => shown(row, row.model_ratio),
      kind: 'number',
    },
    {
      title: 'COMPLETION',
      field: 'completion_ratio',
      value: (row) => shown(row, row.completion_ratio),
      kind: 'number',
    },
    {
      title: 'USD PER CALL',
      field: 'model_price',
      value: (row) => shown(row, row.model_price),
      kind: 'number',
    },
    { title: 'GROUPS', field: 'enable_groups', value: (row) => row.enable_groups.join(' ') },
  ],
  kinds: {
    priced: 'flag',
    cache_ratio: 'number',
    cache_creation_ratio: 'number',
    audio_ratio: 'number',
    audio_completion_ratio: 'number',
    enable_groups: 'list',
  },
  fields: PRICE_FIELDS,
  quiet: (row) => row.model_name,
}

export const pricingList = defineList({
  path: ['pricing', 'list'],
  summary: 'list what the reachable models cost, before the ratio of a group',
  flags: {
    group: {
      kind: 'text',
      summary: 'as seen from this group (default "default")',
      completes: 'group',
    },
  },
  examples: ['gw pricing list', 'gw pricing list --group vip --json'],
  view: PRICE_VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    const { language } = context
    return (await services.pricing.list({ group: flags.group, language })).rows
  },
})
