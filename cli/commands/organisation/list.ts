import { defineList } from '../../command/list-command'
import { ORGANISATION_VIEW } from './view'

export const organisationList = defineList({
  path: ['organisation', 'list'],
  summary: 'list organisations: accounts that several users share',
  flags: { keyword: { kind: 'text', summary: 'part of the name' } },
  examples: ['gw organisation list'],
  view: ORGANISATION_VIEW,
  rows: async (context, { flags: { keyword } }) => {
    const { organisations } = await context.services()
    return (page) => organisations.list({ ...page, keyword })
  },
})
