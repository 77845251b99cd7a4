/** Alert rules by their names; those of the overview are there without being named. */

import { BUILT_IN_RULES } from '../alerts/built-in'
import { checkedRule } from '../alerts/checked-rule'
import {
  ALERT_COMPARISONS,
  ALERT_MEASURES,
  ALERT_SCOPES,
  type AlertMeasure,
  MEASURE_ROWS,
} from '../alerts/measures'
import { type AlertRuleFields, type AlertRuleInput, usualRule } from '../alerts/rule'
import { CREDITS_PER_USD } from '../money/quota'
import { SEVERITIES } from '../notices/severities'
import { choice, flag, integer, type ManifestFields, number, text } from './fields'
import type { Section, Values } from './section'

/** Thresholds of money are dollars; subjects are given by name. */
const FIELDS: ManifestFields = {
  measure: choice(ALERT_MEASURES),
  scope: choice(ALERT_SCOPES),
  subject: text(),
  comparison: choice(ALERT_COMPARISONS),
  threshold: number(),
  window_s: integer(),
  for_s: integer(),
  min_calls: integer(),
  severity: choice(SEVERITIES),
  enabled: flag(true),
  notify: flag(true),
  renotify_s: integer(),
  opens_incident: flag(false),
}

export const alertSection: Section = {
  fieldsOf: () => FIELDS,
  startsWith: ({ measure }, item) => {
    const shipped = BUILT_IN_RULES.get(item)
    if (shipped !== undefined) return alertValues(shipped)
    const known = ALERT_MEASURES.find((each) => each === measure)
    return known === undefined ? {} : alertValues(usualRule(known))
  },
  check: (values, item) => {
    checkedRule({ ...alertInput(values), name: item }, BUILT_IN_RULES.get(item))
  },
}

export function alertValues({ name: _, threshold, ...rule }: AlertRuleFields): Values {
  return { ...rule, threshold: threshold / scaleOf(rule.measure) }
}

export function alertInput(values: Values): AlertRuleInput {
  const measure = ALERT_MEASURES.find((each) => each === values.measure)
  const { threshold } = values
  const scale = measure === undefined ? 1 : scaleOf(measure)
  const scaled =
    typeof threshold === 'number' ? Math.round(threshold * scale * 1e6) / 1e6 : threshold
  return { ...values, threshold: scaled }
}

/** What a unit of the file is of what is stored. */
function scaleOf(measure: AlertMeasure): number {
  return MEASURE_ROWS[measure].unit === 'credits' ? CREDITS_PER_USD : 1
}
