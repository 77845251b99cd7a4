import { CHANNEL_STATUS } from '../../../server/domain/status'
import { defineCommand } from '../../command'
import { UsageError } from '../../exit'
import { PAGE_FLAGS, pageOf } from '../page-flags'
import { CHANNEL_FIELDS, CHANNEL_VIEW } from './view'

export const channelList = defineCommand({
  path: ['channel', 'list'],
  summary: 'list channels, highest priority first, without their keys',
  flags: {
    search: { kind: 'text', summary: 'part of the name, an id, or a whole key' },
    group: { kind: 'text', summary: 'only this group' },
    model: { kind: 'text', summary: 'part of a model name' },
    tag: { kind: 'text', summary: 'only this tag' },
    status: { kind: 'text', value: 'STATUS', summary: 'enabled, disabled or auto_disabled' },
    ...PAGE_FLAGS,
  },
  examples: ['gw channel list --status auto_disabled', 'gw channel list --model gpt-4o --quiet'],
  json: CHANNEL_FIELDS,
  run: async (context, { flags }) => {
    const status = statusOf(flags.status)
    const services = await context.services()
    const { items } = await services.channels.list({
      ...pageOf(flags),
      keyword: flags.search,
      group: flags.group,
      model: flags.model,
      tag: flags.tag,
      status,
    })
    context.output.list(items, CHANNEL_VIEW)
  },
})

function statusOf(given: string | undefined): number | undefined {
  if (given === undefined) {
    return undefined
  }
  const known = Object.entries(CHANNEL_STATUS).find(([name]) => name === given)
  if (known === undefined) {
    throw new UsageError(`--status must be ${Object.keys(CHANNEL_STATUS).join(', ')}`)
  }
  return known[1]
}
