import { CHANNEL_STATUS } from '../../../../server/domain/status'
import { defineList } from '../../../command/list-command'
import type { View } from '../../../output/output'

interface ShownTag {
  readonly tag: string
  readonly channels: number
  readonly enabled: number
}

const TAG_FIELDS = ['tag', 'channels', 'enabled'] as const

const TAG_VIEW: View<ShownTag> = {
  columns: [
    { title: 'TAG', value: 'tag' },
    { title: 'CHANNELS', value: 'channels', kind: 'number' },
    { title: 'ENABLED', value: 'enabled', kind: 'number' },
  ],
  fields: TAG_FIELDS,
  quiet: ({ tag }) => tag,
}

export const channelTagList = defineList({
  path: ['channel', 'tag', 'list'],
  summary: 'list the tags that channels have',
  examples: ['gw channel tag list'],
  view: TAG_VIEW,
  rows: async (context) => {
    const services = await context.services()
    return async (page) => {
      const { items, total } = await services.channels.listTags(page)
      const byTag = Map.groupBy(items, ({ tag }) => tag ?? '')
      const rows = [...byTag].map(([tag, channels]) => ({
        tag,
        channels: channels.length,
        enabled: channels.filter(({ status }) => status === CHANNEL_STATUS.enabled).length,
      }))
      return { items: rows, total }
    }
  },
})
