import { MEASURE_ROWS } from '../../../server/domain/alerts/measures'
import { plainValue } from '../../../server/domain/alerts/texts'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import type { AlertRuleView } from '../../../server/services/alerts/rule-view'
import type { View } from '../../output/output'

const FIELDS = [
  ...(['id', 'name', 'built_in', 'state', 'since', 'measure', 'scope', 'subject'] as const),
  ...(['subject_name', 'comparison', 'threshold', 'value', 'window_s', 'for_s'] as const),
  ...(['min_calls', 'severity', 'enabled', 'notify', 'renotify_s', 'silenced_until'] as const),
  ...(['opens_incident', 'checked_at', 'subjects'] as const),
] as const satisfies readonly (keyof AlertRuleView)[]

export function valueText({ measure }: Pick<AlertRuleView, 'measure'>, value: number): string {
  return plainValue(measure, value, CREDITS_PER_USD)
}

function limitText(rule: AlertRuleView): string {
  if (MEASURE_ROWS[rule.measure].threshold === undefined) return '-'
  return `${rule.comparison === 'above' ? '>' : '<'} ${valueText(rule, rule.threshold)}`
}

function subjectsText(subjects: AlertRuleView['subjects']): string {
  return subjects.map(({ name, subject, state }) => `${name || subject} ${state}`.trim()).join(', ')
}

export const ALERT_VIEW: View<AlertRuleView> = {
  columns: [
    { title: 'ID', value: 'id', kind: 'number' },
    { title: 'NAME', value: 'name' },
    { title: 'STATE', value: 'state', kind: 'word' },
    { title: 'MEASURE', value: 'measure' },
    {
      title: 'OF',
      value: ({ scope, subject_name }) =>
        subject_name === '' ? scope : `${scope} ${subject_name}`,
    },
    { title: 'THRESHOLD', value: limitText },
    {
      title: 'VALUE',
      field: 'value',
      value: (rule) => (rule.value === null ? '-' : valueText(rule, rule.value)),
    },
    { title: 'SEVERITY', value: 'severity', kind: 'word' },
    { title: 'ENABLED', value: 'enabled', kind: 'flag' },
    { title: 'NOTIFIES', value: 'notify', kind: 'flag' },
    { title: 'SINCE', value: 'since', kind: 'time_s' },
  ],
  details: [
    { title: 'WINDOW', value: 'window_s', kind: 'seconds' },
    { title: 'HOLDS FOR', value: 'for_s', kind: 'seconds' },
    { title: 'LEAST CALLS', value: 'min_calls', kind: 'number' },
    { title: 'RENOTIFIES', value: 'renotify_s', kind: 'seconds' },
    { title: 'OPENS INCIDENT', value: 'opens_incident', kind: 'flag' },
    { title: 'SILENCED UNTIL', value: 'silenced_until', kind: 'time_s' },
    { title: 'CHECKED', value: 'checked_at', kind: 'time_s' },
    { title: 'FIRES FOR', field: 'subjects', value: ({ subjects }) => subjectsText(subjects) },
  ],
  kinds: {
    built_in: 'flag',
    threshold: 'number',
    value: 'number',
    subjects: 'json',
  },
  fields: FIELDS,
  quiet: ({ id }) => String(id),
}

export const RULE_ARGUMENT = { name: 'rule', summary: 'id or name of the rule' } as const
