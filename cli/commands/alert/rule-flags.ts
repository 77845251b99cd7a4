/** Flags of a rule, and what they say: thresholds in the unit of the measure. */

import {
  ALERT_COMPARISONS,
  ALERT_MEASURES,
  ALERT_SCOPES,
  type AlertMeasure,
  isMatter,
  MEASURE_ROWS,
} from '../../../server/domain/alerts/measures'
import type { AlertRuleInput } from '../../../server/domain/alerts/rule'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import { SEVERITIES } from '../../../server/domain/notices/severities'
import type { FlagValues } from '../../command/command'
import type { FlagRows } from '../../command/command-row'
import { UsageError } from '../../exit'
import { spanSeconds } from '../../time-argument'
import { words } from '../../words'

const onOff = ['on', 'off'] as const

export const CONDITION_FLAGS = {
  measure: {
    kind: 'text',
    choices: ALERT_MEASURES.filter((measure) => !isMatter(measure)),
    summary: 'what is watched',
  },
  scope: { kind: 'text', choices: ALERT_SCOPES, summary: 'of what; each one by itself' },
  subject: {
    kind: 'text',
    value: 'NAME',
    summary: 'only of this one: its name or id; the id of a token; "" for each',
  },
  above: {
    kind: 'text',
    value: 'LIMIT',
    summary: 'threshold in percent, ms, US dollars, a span such as 30m, or a number',
  },
  below: { kind: 'text', value: 'LIMIT', summary: 'the same for what must not fall below it' },
  window: { kind: 'text', value: 'SPAN', summary: 'time that is looked at, such as 10m' },
  for: { kind: 'text', value: 'SPAN', summary: 'time for which it has to be so; 0 for none' },
  'min-calls': { kind: 'integer', summary: 'fewer calls within the window say nothing' },
} as const satisfies FlagRows

export const RULE_FLAGS = {
  ...CONDITION_FLAGS,
  severity: { kind: 'text', choices: SEVERITIES, summary: 'how urgent it is' },
  enabled: { kind: 'text', choices: onOff, summary: 'whether it is looked at' },
  notify: { kind: 'text', choices: onOff, summary: 'whether notices are sent' },
  incident: {
    kind: 'text',
    choices: onOff,
    summary: 'whether the status page shows it to customers while it fires',
  },
  renotify: { kind: 'text', value: 'SPAN', summary: 'send again while it fires; 0 for never' },
} as const satisfies FlagRows

type Given = FlagValues<typeof CONDITION_FLAGS> & Partial<FlagValues<typeof RULE_FLAGS>>

/** What was given; `before` is the measure of a rule that is there. */
export function ruleInput(flags: Given, before?: AlertMeasure): AlertRuleInput {
  const measure = ALERT_MEASURES.find((each) => each === flags.measure) ?? before
  return {
    measure,
    scope: flags.scope,
    subject: flags.subject,
    ...thresholdOf(flags, measure),
    window_s: spanOf('window', flags.window),
    for_s: spanOf('for', flags.for),
    min_calls: flags['min-calls'],
    severity: flags.severity,
    enabled: isOn(flags.enabled),
    notify: isOn(flags.notify),
    renotify_s: spanOf('renotify', flags.renotify),
    opens_incident: isOn(flags.incident),
  }
}

function isOn(given: string | undefined): boolean | undefined {
  return given === undefined ? undefined : given === 'on'
}

function thresholdOf(flags: Given, measure: AlertMeasure | undefined): AlertRuleInput {
  const [comparison, other] = ALERT_COMPARISONS.filter((each) => flags[each] !== undefined)
  if (comparison === undefined) return {}
  if (other !== undefined) throw new UsageError(words`--above and --below exclude each other`)
  if (measure === undefined) throw new UsageError(words`say by --measure what is watched`)
  return { comparison, threshold: limitOf(comparison, flags[comparison] ?? '', measure) }
}

function limitOf(flag: string, given: string, measure: AlertMeasure): number {
  const { unit } = MEASURE_ROWS[measure]
  const seconds = unit === 'seconds' ? spanSeconds(given) : undefined
  const number = seconds ?? Number(given.replace(/^\$|\s*(%|ms)$/g, ''))
  if (given.trim() === '' || !Number.isFinite(number)) {
    throw new UsageError(words`--${flag} takes a number, not ${given}`)
  }
  return unit === 'credits' ? Math.round(number * CREDITS_PER_USD) : number
}

function spanOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const seconds = given === '0' ? 0 : spanSeconds(given)
  if (seconds === undefined) throw new UsageError(words`--${flag} takes a span such as 10m or 2h`)
  return seconds
}
