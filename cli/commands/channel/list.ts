import { CHANNEL_STATUS } from '../../../server/domain/status'
import { defineList } from '../../command/list-command'
import { CHANNEL_VIEW } from './view'

export const channelList = defineList({
  path: ['channel', 'list'],
  summary: 'list channels, highest priority first, without their keys',
  flags: {
    search: { kind: 'text', summary: 'part of the name, an id, or a complete key' },
    group: { kind: 'text', summary: 'only this group', completes: 'group' },
    model: { kind: 'text', summary: 'part of a model name', completes: 'model' },
    tag: { kind: 'text', summary: 'only this tag', completes: 'tag' },
    status: { kind: 'text', choices: Object.keys(CHANNEL_STATUS), summary: 'only this status' },
  },
  examples: [
    'gw channel list --status auto_disabled',
    'gw channel list --model gpt-4o --quiet',
    "gw channel list --filter 'response_time>2000' --sort response_time:desc --output csv",
  ],
  view: CHANNEL_VIEW,
  indexed: { tag: 'tag' },
  rows: async (context, { flags }) => {
    const status = Object.entries(CHANNEL_STATUS).find(([name]) => name === flags.status)?.[1]
    const services = await context.services()
    return (page) =>
      services.channels.list({
        ...page,
        keyword: flags.search,
        group: flags.group,
        model: flags.model,
        tag: flags.tag,
        status,
      })
  },
})
