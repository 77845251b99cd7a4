import type { LogView } from '../../../server/services/logs/list'
import type { Page, PageRequest } from '../../../server/services/page'
import { defineList } from '../../command/list-command'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { rowTranslator } from './row-translator'
import { noteSources } from './sources-note'
import { LOG_FLAGS, LOG_VIEW, logFilter } from './view'

export const logList = defineList({
  path: ['log', 'list'],
  summary: 'list log rows, newest first',
  flags: {
    ...LOG_FLAGS,
    'token-id': { kind: 'integer', value: 'ID', summary: 'only calls of this token' },
    search: { kind: 'text', summary: 'part of the content' },
    ...RANGE_FLAGS,
    before: { kind: 'integer', value: 'ID', summary: 'only rows older than this id' },
  },
  examples: [
    'gw log list --user ann --type consumption --from 24h',
    "gw log list --query 'type:failed status:5xx -model:gpt-4o' --from 1h",
    "gw log list --filter 'quota>100000' --sort quota:desc --fields created_at,username,quota",
    'gw log list --from 7d --output csv > logs.csv',
  ],
  view: LOG_VIEW,
  indexed: {
    username: 'user',
    token_id: 'token-id',
    token_name: 'token',
    model_name: 'model',
    channel_id: 'channel',
    request_id: 'request',
  },
  rows: async (context, { flags }) => {
    const filter = {
      ...logFilter(flags),
      tokenId: flags['token-id'],
      content: flags.search,
      ...rangeOf(context, flags),
      beforeId: flags.before,
    }
    const services = await context.services()
    const translateRow = await rowTranslator(context)
    return {
      pages: async (page: PageRequest): Promise<Page<LogView>> => {
        const found = await services.logs.list({ ...filter, ...page })
        noteSources(context, found)
        return { ...found, items: found.items.map(translateRow) }
      },
      after: async (last: LogView | undefined) =>
        (await services.logs.walk({ ...filter, below: last })).map(translateRow),
    }
  },
})
