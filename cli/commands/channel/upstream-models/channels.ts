import { messageOf } from '../../../../server/domain/errors/message'
import type { Services } from '../../../../server/services/create-services'
import { defineList } from '../../../command/list-command'
import type { View } from '../../../output/output'

type State = Awaited<ReturnType<Services['upstreamModels']['states']>>[number]
type Row = Omit<State, 'failure'> & { readonly failure: string }

const VIEW: View<Row> = {
  columns: [
    { title: 'ID', field: 'channel_id', value: 'channel_id', kind: 'number' },
    { title: 'CHANNEL', field: 'channel_name', value: 'channel_name' },
    { title: 'NEW', value: 'new', kind: 'number' },
    { title: 'GONE', value: 'gone', kind: 'number' },
    { title: 'RENAMED', value: 'renamed', kind: 'number' },
    { title: 'IGNORED', value: 'ignored', kind: 'number' },
    { title: 'READ', field: 'walked_at', value: 'walked_at', kind: 'time_s' },
    { title: 'FAILURE', field: 'failure', value: ({ failure }) => failure || '-' },
  ],
  kinds: { tried_at: 'time_s' },
  fields: [
    ...(['channel_id', 'new', 'gone', 'renamed', 'ignored', 'walked_at', 'tried_at'] as const),
    ...(['channel_name', 'failure'] as const),
  ],
  quiet: ({ channel_id }) => String(channel_id),
}

export const upstreamModelsChannels = defineList({
  path: ['channel', 'upstream-models', 'channels'],
  summary: 'list when the upstream of each channel was asked for its models, and what was found',
  examples: ['gw channel upstream-models channels --filter failure!='],
  view: VIEW,
  rows: async (context) => {
    const { upstreamModels } = await context.services()
    return (await upstreamModels.states()).map(({ failure, ...state }) => ({
      ...state,
      failure: failure === undefined ? '' : messageOf(failure, context.language),
    }))
  },
})
