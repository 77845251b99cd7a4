import { titled } from '../../../server/domain/status-page/incident-title'
import { defineCommand } from '../../command/command'
import { INCIDENT_ARGUMENT, incidentId } from './fields'
import { INCIDENT_VIEW } from './list'

export const incidentShow = defineCommand({
  path: ['incident', 'show'],
  summary: 'show an incident or maintenance with its updates',
  args: [INCIDENT_ARGUMENT],
  examples: ['gw incident show 4 --json'],
  reads: true,
  json: INCIDENT_VIEW,
  run: async (context, { args }) => {
    const { incidents } = await context.services()
    const incident = await incidents.show(incidentId(args.incident))
    context.output.one(titled(incident, context.language), INCIDENT_VIEW)
  },
})
