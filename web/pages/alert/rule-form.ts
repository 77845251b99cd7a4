/** A rule as the fields hold it: spans in minutes, money in dollars, all of it text. */

import {
  type AlertComparison,
  type AlertMeasure,
  type AlertScope,
  canOpenIncident,
  MEASURE_ROWS,
} from '../../../server/domain/alerts/measures'
import { type AlertRuleFields, usualRule } from '../../../server/domain/alerts/rule'
import type { AlertJson } from '../../../server/domain/endpoints/alert'
import type { Severity } from '../../../server/domain/notices/severities'

export interface RuleValues {
  readonly name: string
  readonly measure: AlertMeasure
  readonly scope: AlertScope
  readonly subject: string
  readonly comparison: AlertComparison
  readonly threshold: string
  readonly window: string
  readonly for: string
  readonly min_calls: string
  readonly severity: Severity
  readonly enabled: boolean
  readonly notify: boolean
  readonly renotify: string
  readonly opens_incident: boolean
}

const MINUTE = 60
export const NUMBERS = ['threshold', 'window', 'for', 'min_calls', 'renotify'] as const

/** `perUnit`: credits that are a dollar. */
export function valuesOf(rule: AlertJson | undefined, perUnit: number): RuleValues {
  if (rule === undefined) return textsOf(usualRule('error_share'), perUnit)
  const isNamed = rule.scope === 'channel' || rule.scope === 'user'
  return textsOf({ ...rule, subject: isNamed ? rule.subject_name : rule.subject }, perUnit)
}

/** Of another measure, with the typed values that still apply. */
export function withMeasure(
  { name, severity, enabled, notify, renotify }: RuleValues,
  measure: AlertMeasure,
  perUnit: number,
): RuleValues {
  const usual = textsOf(usualRule(measure), perUnit)
  return { ...usual, name, severity, enabled, notify, renotify }
}

function textsOf(rule: AlertRuleFields, perUnit: number): RuleValues {
  const { window_s, for_s, renotify_s, min_calls, threshold, opens_incident, ...rest } = rule
  const { name, measure, scope, subject, comparison, severity, enabled, notify } = rest
  return {
    ...{ name, measure, scope, subject, comparison, severity, enabled, notify, opens_incident },
    threshold: String(threshold / scaleOf(measure, perUnit)),
    window: String(window_s / MINUTE),
    for: String(for_s / MINUTE),
    min_calls: String(min_calls),
    renotify: String(renotify_s / MINUTE),
  }
}

function scaleOf(measure: AlertMeasure, perUnit: number): number {
  return MEASURE_ROWS[measure].unit === 'credits' && perUnit > 0 ? perUnit : 1
}

export function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}

/** What a preview depends on. */
export function conditionOf(values: RuleValues, perUnit: number) {
  const { measure, scope, subject, comparison } = values
  const scaled = Number(values.threshold) * scaleOf(measure, perUnit)
  return {
    ...{ measure, scope, comparison },
    subject: scope === 'site' ? '' : subject.trim(),
    threshold: MEASURE_ROWS[measure].unit === 'credits' ? Math.round(scaled) : scaled,
    window_s: secondsOf(values.window),
    for_s: secondsOf(values.for),
    min_calls: Math.round(Number(values.min_calls)),
  }
}

function secondsOf(minutes: string): number {
  return Math.round(Number(minutes) * MINUTE)
}

export function bodyOf(values: RuleValues, perUnit: number) {
  const { measure, scope, name, severity, enabled, notify, renotify } = values
  const settings = { severity, enabled, notify, renotify_s: secondsOf(renotify) }
  const opens_incident = values.opens_incident && canOpenIncident(measure, scope)
  return { ...conditionOf(values, perUnit), ...settings, opens_incident, name: name.trim() }
}
