import { defineList } from '../../command/list-command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { MEMBER_VIEW } from './view'

export const memberList = defineList({
  path: ['member', 'list'],
  summary: 'list the members of an organisation, and who has asked to join',
  args: [ORGANISATION_ARGUMENT],
  examples: ['gw member list acme'],
  view: MEMBER_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id } = await organisationNamed(services, args.organisation)
    return await services.organisations.members(id)
  },
})
