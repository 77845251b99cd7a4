/** A rule out of what forms, files and commands give. */

import { GatewayError } from '../errors/gateway-error'
import type { ReasonKey } from '../i18n/zh/reasons'
import { DAY, MINUTE } from '../logs/rollups'
import { SEVERITIES } from '../notices/severities'
import { visibleLine } from '../text/visible-text'
import { ALERT_MEASURES, canOpenIncident, isCounted, isMatter, MEASURE_ROWS } from './measures'
import { type AlertCondition, type AlertRuleFields, type AlertRuleInput, usualRule } from './rule'

const MOST_NAME = 60
const LARGEST = 1e12
const SPANS = {
  window_s: [MINUTE, DAY],
  for_s: [0, DAY],
  renotify_s: [0, 30 * DAY],
  min_calls: [0, 1_000_000],
} as const

/** Throws `value.invalid`. */
export function checkedRule(input: AlertRuleInput, before?: AlertRuleFields): AlertRuleFields {
  const measure = choiceOf('measure', input.measure ?? before?.measure, ALERT_MEASURES)
  const isSame = before?.measure === measure
  if (isMatter(measure) && !isSame) refuse('measure', 'reason.not_allowed')
  const base = isSame ? before : { ...usualRule(measure), ...carriedOver(before) }
  const given: AlertRuleInput = { ...base, ...named(input) }
  const { scopes, comparisons, threshold } = MEASURE_ROWS[measure]
  const isWindowed = isCounted(measure)
  const rule = {
    name: nameOf(given.name),
    measure,
    scope: choiceOf('scope', given.scope, scopes),
    subject: textOf('subject', given.subject),
    comparison: choiceOf('comparison', given.comparison, comparisons),
    threshold: threshold === undefined ? 0 : thresholdOf(given.threshold),
    window_s: isWindowed ? integerOf('window_s', given.window_s) : 0,
    for_s: integerOf('for_s', given.for_s),
    min_calls: isWindowed ? integerOf('min_calls', given.min_calls) : 0,
    severity: choiceOf('severity', given.severity, SEVERITIES),
    enabled: flagOf('enabled', given.enabled),
    notify: flagOf('notify', given.notify),
    renotify_s: integerOf('renotify_s', given.renotify_s),
    opens_incident: flagOf('opens_incident', given.opens_incident),
  }
  requireSubject(rule)
  if (rule.opens_incident && !canOpenIncident(measure, rule.scope)) {
    refuse('opens_incident', 'reason.alert_incident')
  }
  return rule
}

function named(input: AlertRuleInput): AlertRuleInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** What a rule keeps when it is made to watch something else. */
function carriedOver(before: AlertRuleFields | undefined) {
  if (before === undefined) return {}
  const { name, for_s, severity, enabled, notify, renotify_s } = before
  return { name, for_s, severity, enabled, notify, renotify_s }
}

function requireSubject({ measure, scope, subject, comparison }: AlertCondition): void {
  const { countsSilence = false, needsSubject = false } = MEASURE_ROWS[measure]
  if (scope === 'site') {
    if (subject !== '') refuse('subject', 'reason.alert_site')
    return
  }
  const isSilence = countsSilence && comparison === 'below'
  if (subject === '' && (needsSubject || isSilence)) refuse('subject', 'reason.alert_subject')
}

function refuse(field: string, reason: ReasonKey, params = {}): never {
  throw new GatewayError('value.invalid', { field, reason, ...params })
}

function textOf(field: string, given: unknown): string {
  return typeof given === 'string'
    ? visibleLine(field, given.trim())
    : refuse(field, 'reason.not_a_text')
}

function nameOf(given: unknown): string {
  const name = textOf('name', given)
  if (name === '') refuse('name', 'reason.empty')
  if ([...name].length > MOST_NAME) {
    throw new GatewayError('value.too_long', { field: 'name', max: MOST_NAME })
  }
  return name
}

function choiceOf<Name extends string>(
  field: string,
  given: unknown,
  choices: readonly Name[],
): Name {
  const found = choices.find((each) => each === given)
  return found ?? refuse(field, 'reason.not_a_choice', { choices: choices.join(', ') })
}

function flagOf(field: string, given: unknown): boolean {
  return typeof given === 'boolean' ? given : refuse(field, 'reason.not_a_boolean')
}

function thresholdOf(given: unknown): number {
  if (typeof given === 'number' && Number.isFinite(given) && Math.abs(given) <= LARGEST) {
    return given
  }
  return refuse('threshold', 'reason.not_a_number')
}

function integerOf(field: keyof typeof SPANS, given: unknown): number {
  const [min, max] = SPANS[field]
  if (!Number.isSafeInteger(given)) return refuse(field, 'reason.not_an_integer')
  const number = Number(given)
  if (number < min || number > max) return refuse(field, 'reason.out_of_range', { min, max })
  return number
}
