import { isAlertMeasure } from '../../../server/domain/alerts/measures'
import type { AlertFiringView } from '../../../server/services/alerts/history'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { RULE_ARGUMENT, valueText } from './view'

const FIELDS = [
  ...(['id', 'rule_id', 'rule_name', 'subject', 'name', 'measure', 'scope'] as const),
  ...(['comparison', 'threshold', 'value', 'peak', 'severity', 'from_at', 'until_at'] as const),
  ...(['notified_at', 'notices'] as const),
] as const satisfies readonly (keyof AlertFiringView)[]

function peakText({ measure, peak }: AlertFiringView): string {
  return isAlertMeasure(measure) ? valueText({ measure }, peak) : String(peak)
}

const FIRING_VIEW: View<AlertFiringView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'FROM', value: 'from_at', kind: 'time_s' },
    { title: 'UNTIL', value: 'until_at', kind: 'time_s' },
    { title: 'RULE', value: 'rule_name' },
    { title: 'OF', value: 'name' },
    { title: 'PEAK', field: 'peak', value: peakText },
    { title: 'SEVERITY', value: 'severity', kind: 'word' },
    { title: 'NOTICES', value: 'notices', kind: 'number' },
  ],
  kinds: {
    rule_id: 'number',
    threshold: 'number',
    value: 'number',
    peak: 'number',
    notified_at: 'time_s',
  },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export const alertHistory = defineList({
  path: ['alert', 'history'],
  summary: 'list when rules fired in the last 90 days, newest first',
  args: [{ ...RULE_ARGUMENT, optional: true }],
  examples: ['gw alert history', 'gw alert history channel_failing --limit 5'],
  view: FIRING_VIEW,
  rows: async (context, { args: { rule } }) => {
    const { alerts } = await context.services()
    return (wish) => alerts.history({ ...wish, rule })
  },
})
