import { defineCommand } from '../../command'
import { PAGE_FLAGS, pageOf } from '../page-flags'
import { LOG_FIELDS, LOG_FLAGS, LOG_VIEW, logFilter } from './view'

export const logList = defineCommand({
  path: ['log', 'list'],
  summary: 'list log rows, newest first',
  flags: {
    ...LOG_FLAGS,
    search: { kind: 'text', summary: 'part of the content' },
    before: { kind: 'integer', value: 'ID', summary: 'only rows older than this id' },
    ...PAGE_FLAGS,
  },
  examples: ['gw log list --user ann --type consumption', 'gw log list --json | jq ".[0]"'],
  json: LOG_FIELDS,
  run: async (context, { flags }) => {
    const filter = { ...logFilter(flags), content: flags.search, beforeId: flags.before }
    const services = await context.services()
    const { items } = await services.logs.list({ ...filter, ...pageOf(flags) })
    context.output.list(items, LOG_VIEW)
  },
})
