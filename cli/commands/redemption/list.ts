import { defineList } from '../../command/list-command'
import { REDEMPTION_VIEW } from './view'

export const redemptionList = defineList({
  path: ['redemption', 'list'],
  summary: 'list redemption codes, newest first',
  flags: { search: { kind: 'text', summary: 'beginning of the name, or an id' } },
  examples: [
    'gw redemption list --search spring',
    'gw redemption list --filter status=unused --fields name,key,quota --output csv',
  ],
  view: REDEMPTION_VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    return (page) => services.redemptions.list({ ...page, keyword: flags.search })
  },
})
