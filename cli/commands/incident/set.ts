import { IMPACTS } from '../../../server/domain/status-page/incident'
import { titled } from '../../../server/domain/status-page/incident-title'
import { defineCommand } from '../../command/command'
import { INCIDENT_ARGUMENT, INCIDENT_FLAGS, incidentId, momentOf } from './fields'
import { INCIDENT_VIEW } from './list'

export const incidentSet = defineCommand({
  path: ['incident', 'set'],
  summary: 'change title, impact, models or times of an incident',
  args: [INCIDENT_ARGUMENT],
  flags: { title: { kind: 'text', summary: 'title, one line' }, ...INCIDENT_FLAGS },
  examples: ['gw incident set 4 --impact major --model gpt-4o --model o3'],
  json: INCIDENT_VIEW,
  run: async (context, { args, flags }) => {
    const id = incidentId(args.incident)
    const starts_at = momentOf(context, 'starts', flags.starts)
    const ends_at = momentOf(context, 'ends', flags.ends)
    const { incidents } = await context.services()
    const before = await incidents.show(id)
    const changed = await incidents.change(context.actor, {
      id,
      title: flags.title ?? before.title,
      impact: IMPACTS.find((impact) => impact === flags.impact) ?? before.impact,
      models: flags.model ?? before.models,
      starts_at: starts_at ?? before.starts_at,
      ends_at: ends_at ?? before.ends_at,
    })
    context.output.one(titled(changed, context.language), INCIDENT_VIEW)
  },
})
