import { IMPACTS } from '../../../server/domain/status-page/incident'
import { defineCommand } from '../../command/command'
import { INCIDENT_FLAGS, messageOf, momentOf } from './fields'
import { INCIDENT_VIEW } from './list'

export const incidentCreate = defineCommand({
  path: ['incident', 'create'],
  summary: 'publish an incident or planned maintenance on the status page',
  args: [{ name: 'title', summary: 'title, one line' }],
  flags: {
    ...INCIDENT_FLAGS,
    message: { kind: 'text', value: 'MARKDOWN', summary: 'the first update; "-" reads stdin' },
    maintenance: { kind: 'switch', summary: 'planned maintenance, from --starts to --ends' },
  },
  examples: [
    'gw incident create "Slow answers of gpt-4o" --impact minor --model gpt-4o',
    'gw incident create "Database upgrade" --maintenance --starts 2h --ends 3h',
  ],
  json: INCIDENT_VIEW,
  run: async (context, { args: { title }, flags }) => {
    const starts_at = momentOf(context, 'starts', flags.starts)
    const ends_at = momentOf(context, 'ends', flags.ends)
    const body = await messageOf(context, flags.message)
    const { incidents } = await context.services()
    const incident = await incidents.create(context.actor, {
      kind: flags.maintenance === true ? 'maintenance' : 'incident',
      title,
      body,
      impact: IMPACTS.find((impact) => impact === flags.impact) ?? 'none',
      models: flags.model ?? [],
      starts_at,
      ends_at,
    })
    context.output.one(incident, INCIDENT_VIEW)
  },
})
