import type { ServiceFigures } from '../../../server/domain/status-page/page'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type ShownModel = Omit<ServiceFigures, 'days'>

const AVAILABILITY_VIEW: View<ShownModel> = {
  columns: [
    { title: 'MODEL', value: 'name' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: '24 HOURS %', value: 'day', kind: 'percent' },
    { title: '90 DAYS %', value: 'total', kind: 'percent' },
    { title: 'FIRST BYTE P50', value: 'p50_ms', kind: 'ms' },
    { title: 'FIRST BYTE P95', value: 'p95_ms', kind: 'ms' },
  ],
  fields: ['name', 'state', 'day', 'total', 'p50_ms', 'p95_ms'],
  quiet: ({ name }) => name,
}

export const statsAvailability = defineList({
  path: ['stats', 'availability'],
  summary: 'availability and first byte of each model, as on the status page',
  examples: ['gw stats availability', 'gw stats availability --filter state=outage --json'],
  view: AVAILABILITY_VIEW,
  rows: async (context) => {
    const { figures } = await (await context.services()).statusPage.show()
    return figures.models.map(({ days: _, ...model }) => model)
  },
})
