import { defineCommand } from '../../command'
import { PAGE_FLAGS, pageOf } from '../page-flags'
import { REDEMPTION_FIELDS, REDEMPTION_VIEW } from './view'

export const redemptionList = defineCommand({
  path: ['redemption', 'list'],
  summary: 'list redemption codes, newest first',
  flags: { search: { kind: 'text', summary: 'beginning of the name, or an id' }, ...PAGE_FLAGS },
  examples: ['gw redemption list --search spring'],
  json: REDEMPTION_FIELDS,
  run: async (context, { flags }) => {
    const services = await context.services()
    const page = { keyword: flags.search, ...pageOf(flags) }
    const { items } = await services.redemptions.list(page)
    context.output.list(items, REDEMPTION_VIEW)
  },
})
