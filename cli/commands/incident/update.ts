import { INCIDENT_STATES } from '../../../server/domain/status-page/incident'
import { titled } from '../../../server/domain/status-page/incident-title'
import { defineCommand } from '../../command/command'
import { INCIDENT_ARGUMENT, incidentId, messageOf } from './fields'
import { INCIDENT_VIEW } from './list'

export const incidentUpdate = defineCommand({
  path: ['incident', 'update'],
  summary: 'post an update of an incident; resolved or completed ends it',
  args: [INCIDENT_ARGUMENT],
  flags: {
    state: { kind: 'text', choices: INCIDENT_STATES, summary: 'new state (default: unchanged)' },
    message: { kind: 'text', value: 'MARKDOWN', summary: 'text of the update; "-" reads stdin' },
  },
  examples: ['gw incident update 4 --state resolved --message "All regions answer again."'],
  json: INCIDENT_VIEW,
  run: async (context, { args, flags }) => {
    const id = incidentId(args.incident)
    const body = await messageOf(context, flags.message)
    const { incidents } = await context.services()
    const wanted = INCIDENT_STATES.find((state) => state === flags.state)
    const state = wanted ?? (await incidents.show(id)).state
    const updated = await incidents.update(context.actor, { id, state, body })
    context.output.one(titled(updated, context.language), INCIDENT_VIEW)
  },
})
