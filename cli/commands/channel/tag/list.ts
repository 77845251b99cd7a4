import { CHANNEL_STATUS } from '../../../../server/domain/status'
import { defineCommand } from '../../../command'
import type { View } from '../../../output'
import { PAGE_FLAGS, pageOf } from '../../page-flags'

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

export const channelTagList = defineCommand({
  path: ['channel', 'tag', 'list'],
  summary: 'list the tags that channels have',
  flags: PAGE_FLAGS,
  examples: ['gw channel tag list'],
  json: TAG_FIELDS,
  run: async (context, { flags }) => {
    const services = await context.services()
    const { items } = await services.channels.listTags(pageOf(flags))
    const byTag = Map.groupBy(items, ({ tag }) => tag ?? '')
    const rows = [...byTag].map(([tag, channels]) => ({
      tag,
      channels: channels.length,
      enabled: channels.filter(({ status }) => status === CHANNEL_STATUS.enabled).length,
    }))
    context.output.list(rows, TAG_VIEW)
  },
})
