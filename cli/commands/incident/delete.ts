import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { INCIDENT_ARGUMENT, incidentId } from './fields'

export const incidentDelete = defineCommand({
  path: ['incident', 'delete'],
  summary: 'remove an incident with all its updates',
  args: [INCIDENT_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw incident delete 4 --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const { incidents } = await context.services()
    const { id, title } = await incidents.show(incidentId(args.incident))
    await context.confirm(isAgreed(flags), words`Remove the incident ${title}?`)
    await context.attempt(flags, (services) => services.incidents.remove(context.actor, id))
    context.output.value(String(id), { id })
  },
})
