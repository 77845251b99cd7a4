import {
  FINDING_KINDS,
  FINDING_STATES,
} from '../../../../server/domain/channels/upstream-models/findings'
import { defineList } from '../../../command/list-command'
import { FINDING_VIEW } from './view'

export const upstreamModelsList = defineList({
  path: ['channel', 'upstream-models', 'list'],
  summary: 'list models that upstreams have added, dropped or renamed, which wait for you',
  flags: {
    channel: { kind: 'text', summary: 'only of this channel', completes: 'channel' },
    kind: { kind: 'text', summary: 'only of this kind', choices: FINDING_KINDS },
    state: { kind: 'text', summary: 'waiting, unless said', choices: FINDING_STATES },
  },
  examples: [
    'gw channel upstream-models list',
    'gw channel upstream-models list --channel main --state ignored',
  ],
  view: FINDING_VIEW,
  indexed: { channel_name: 'channel', kind: 'kind', state: 'state' },
  rows: async (context, { flags }) => {
    const services = await context.services()
    const channel = flags.channel && (await services.channels.show(flags.channel))
    const search = {
      channelId: channel ? channel.id : undefined,
      kind: FINDING_KINDS.find((name) => name === flags.kind),
      state: FINDING_STATES.find((name) => name === flags.state),
    }
    return (page) => services.upstreamModels.list({ ...page, ...search })
  },
})
