import { defineList } from '../../command/list-command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { PROJECT_VIEW } from './view'

export const projectList = defineList({
  path: ['project', 'list'],
  summary: 'list the projects of an organisation',
  args: [ORGANISATION_ARGUMENT],
  examples: ['gw project list acme'],
  view: PROJECT_VIEW,
  rows: async (context, { args }) => {
    const services = await context.services()
    const { id } = await organisationNamed(services, args.organisation)
    return await services.organisations.projects(id)
  },
})
