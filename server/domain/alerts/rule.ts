/** A rule as forms, files and commands give it, and as it is stored. */
import { DAY } from '../logs/rollups'
import type { Severity } from '../notices/severities'
import { type AlertComparison, type AlertMeasure, type AlertScope, MEASURE_ROWS } from './measures'

/** For how long forms offer to silence a rule. */
export const SILENCES_S = [3600, 8 * 3600, 3 * DAY] as const

export interface AlertCondition {
  readonly measure: AlertMeasure
  readonly scope: AlertScope
  /** Id, or a name of a model or group; "" for each one by itself. */
  readonly subject: string
  readonly comparison: AlertComparison
  /** In the unit of the measure. */
  readonly threshold: number
  /** Seconds that are looked at; of counted measures. */
  readonly window_s: number
  /** Seconds for which it has to be so before the rule fires. */
  readonly for_s: number
  /** Of fewer calls within the window nothing is said. */
  readonly min_calls: number
}

export interface AlertRuleFields extends AlertCondition {
  readonly name: string
  readonly severity: Severity
  readonly enabled: boolean
  /** Whether anybody is notified, in addition to what lists and the overview show. */
  readonly notify: boolean
  /** Seconds after which it is notified again while it fires; 0 for never. */
  readonly renotify_s: number
  /** Whether customers read of it on the status page while it fires. */
  readonly opens_incident: boolean
}

/** Whatever is left out stays, or is as usual for the measure. */
export type AlertRuleInput = { readonly [Name in keyof AlertRuleFields]?: unknown }

/** A new rule of a measure, before anything is said of it. */
export function usualRule(measure: AlertMeasure): AlertRuleFields {
  const { scopes, comparisons, threshold = 0, windowS, minCalls } = MEASURE_ROWS[measure]
  return {
    name: '',
    measure,
    scope: scopes[0] ?? 'site',
    subject: '',
    comparison: comparisons[0] ?? 'above',
    threshold,
    window_s: windowS,
    for_s: 0,
    min_calls: minCalls,
    severity: 'warning',
    enabled: true,
    notify: true,
    renotify_s: 0,
    opens_incident: false,
  }
}
