import type { Services } from '../../../../server/services/create-services'
import type { View } from '../../../output/output'

type Finding = Awaited<ReturnType<Services['upstreamModels']['list']>>['items'][number]

const FIELDS = [
  ...(['id', 'channel_id', 'channel_name', 'kind', 'model', 'other', 'state'] as const),
  ...(['misses', 'was_listed', 'priced', 'created_at'] as const),
] as const satisfies readonly (keyof Finding)[]

export const FINDING_VIEW: View<Finding> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'CHANNEL', field: 'channel_name', value: 'channel_name' },
    { title: 'KIND', value: 'kind', kind: 'word' },
    { title: 'MODEL', value: 'model' },
    { title: 'NOW', field: 'other', value: ({ other }) => other || '-' },
    { title: 'PRICED', value: 'priced', kind: 'flag' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'FOUND', value: 'created_at', kind: 'time_s' },
  ],
  kinds: { channel_id: 'number', misses: 'number', was_listed: 'flag' },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}
