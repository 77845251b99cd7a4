import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { PROJECT_VIEW } from './view'

export const projectCreate = defineCommand({
  path: ['project', 'create'],
  summary: 'create a project, whose tokens share limits and are counted together',
  args: [ORGANISATION_ARGUMENT, { name: 'name', summary: 'name of the project' }],
  examples: ['gw project create acme Search', 'gw limit set project 4 --budget 5 --per day'],
  json: PROJECT_VIEW,
  run: async (context, { args: { organisation, name } }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, organisation)
    const project = { organisationId, name }
    const created = await services.organisations.createProject(context.actor, project)
    context.output.one(created, PROJECT_VIEW)
  },
})
