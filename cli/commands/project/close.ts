import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { ORGANISATION_ARGUMENT, organisationNamed } from '../organisation/view'
import { PROJECT_ARGUMENT, projectNamed } from './view'

export const projectClose = defineCommand({
  path: ['project', 'close'],
  summary: 'close a project without tokens; what it has spent stays known',
  args: [ORGANISATION_ARGUMENT, PROJECT_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw project close acme Search --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: organisationId } = await organisationNamed(services, args.organisation)
    const { id, name } = await projectNamed(services, organisationId, args.project)
    await context.confirm(isAgreed(flags), words`Close the project ${name}?`)
    await context.attempt(flags, ({ organisations }) =>
      organisations.closeProject(context.actor, { organisationId, id }),
    )
    context.output.value(String(id), { id })
  },
})
