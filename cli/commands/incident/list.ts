import { titled } from '../../../server/domain/status-page/incident-title'
import type { IncidentView } from '../../../server/services/incidents/view'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

export const INCIDENT_VIEW: View<IncidentView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'KIND', value: 'kind', kind: 'word' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'IMPACT', value: 'impact', kind: 'word' },
    { title: 'START', value: 'starts_at', kind: 'time_s' },
    { title: 'END', value: 'ends_at', kind: 'time_s' },
    { title: 'MODELS', value: ({ models }) => models.join(', ') },
    { title: 'TITLE', value: 'title' },
  ],
  kinds: { models: 'list', updated_at: 'time_s', updates: 'json' },
  fields: [
    ...(['id', 'kind', 'title', 'state', 'impact', 'models', 'source'] as const),
    ...(['starts_at', 'ends_at', 'updated_at', 'updates'] as const),
  ],
  quiet: ({ id }) => String(id),
}

export const incidentList = defineList({
  path: ['incident', 'list'],
  summary: 'list incidents and maintenance of the status page, newest first',
  flags: { open: { kind: 'switch', summary: 'only those that are not over' } },
  examples: ['gw incident list --open'],
  view: INCIDENT_VIEW,
  rows: async (context, { flags: { open } }) => {
    const { incidents } = await context.services()
    return async (wish) => {
      const page = await incidents.list({ ...wish, isOpen: open })
      return { ...page, items: page.items.map((each) => titled(each, context.language)) }
    }
  },
})
