import { defineCommand } from '../../command/command'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { PROJECT_ARGUMENT, PROJECT_VIEW, projectNamed } from './view'

export const projectRename = defineCommand({
  path: ['project', 'rename'],
  summary: 'give a project another name',
  args: [ORGANISATION_ARGUMENT, PROJECT_ARGUMENT, { name: 'name', summary: 'new name' }],
  examples: ['gw project rename acme Search Discovery'],
  json: PROJECT_VIEW,
  run: async (context, { args: { organisation, project, name } }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, organisation)
    const { id } = await projectNamed(services, organisationId, project)
    await services.organisations.renameProject(context.actor, { organisationId, id, name })
    context.output.one(await projectNamed(services, organisationId, String(id)), PROJECT_VIEW)
  },
})
