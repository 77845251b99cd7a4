/** Values and rules as people read them: in tables, notices and forms of any surface. */
import type { TextKey, TextParams } from '../i18n/translate'
import { DAY, HOUR, MINUTE } from '../logs/rollups'
import { formatFineQuota } from '../money/quota'
import {
  type AlertComparison,
  type AlertMeasure,
  type AlertScope,
  type AlertUnit,
  isAlertMeasure,
  isMatter,
  MEASURE_ROWS,
} from './measures'

/** How texts are written for a reader: in which language, and credits in what. */
export interface AlertReader {
  readonly text: (key: TextKey, params?: TextParams) => string
  readonly quota: (credits: number) => string
}

type Write = (value: number, reader: AlertReader) => string

const WRITERS: Readonly<Record<AlertUnit, Write>> = {
  percent: (value) => `${rounded(value)} %`,
  ms: (value) => `${Math.round(value)} ms`,
  per_minute: (value, { text }) => text('alert.value_per_minute', { value: rounded(value) }),
  credits: (value, { quota }) => quota(Math.round(value)),
  times: (value) => `${rounded(value)} ×`,
  usd: (value) => `$${value.toFixed(2)}`,
  seconds: (value, reader) => spanText(value, reader),
  days: (value, { text }) => text('alert.days', { count: rounded(Math.max(0, value)) }),
  count: (value) => String(rounded(value)),
}

export function alertValueText(measure: AlertMeasure, value: number, reader: AlertReader): string {
  return WRITERS[MEASURE_ROWS[measure].unit](value, reader)
}

interface Condition {
  readonly measure: AlertMeasure
  readonly comparison: AlertComparison
  readonly threshold: number
  readonly value: number
}

/** What is measured, and the threshold where the rule has one. */
export function conditionText(
  { measure, comparison, threshold, value }: Condition,
  reader: AlertReader,
): string {
  const what = reader.text(`alert.measure_${measure}`)
  if (MEASURE_ROWS[measure].threshold === undefined) return what
  const limit = alertValueText(measure, threshold, reader)
  const shown = alertValueText(measure, value, reader)
  return reader.text(`alert.condition_${comparison}`, { what, value: shown, limit })
}

/** A rule of the program is called by a text, whatever its name. */
export function ruleTitle(name: string, text: AlertReader['text']): string {
  return isAlertMeasure(name) && isMatter(name) ? text(`alert.rule_${name}`) : name
}

interface Watching {
  readonly measure: AlertMeasure
  readonly scope: AlertScope
  readonly subject: string
  /** What people call it. */
  readonly subject_name: string
  readonly comparison: AlertComparison
  readonly threshold: number
}

/** The measure, with its threshold where it has one. */
export function watchText(
  { measure, comparison, threshold }: Watching,
  reader: AlertReader,
): string {
  const what = reader.text(`alert.measure_${measure}`)
  if (MEASURE_ROWS[measure].threshold === undefined) return what
  const sign = comparison === 'above' ? '>' : '<'
  return `${what} ${sign} ${alertValueText(measure, threshold, reader)}`
}

export function placeText(
  { scope, subject, subject_name }: Watching,
  text: AlertReader['text'],
): string {
  if (scope === 'site') return text('alert.scope_site')
  return subject === ''
    ? text(`alert.each_${scope}`)
    : `${text(`alert.scope_${scope}`)} ${subject_name}`
}

/** Seconds, minutes, hours or days: the largest of which there are two, or exactly one. */
export function spanText(seconds: number, { text }: Pick<AlertReader, 'text'>): string {
  const whole = Math.round(seconds)
  const units = [
    ['alert.days', DAY],
    ['alert.hours', HOUR],
    ['alert.minutes', MINUTE],
  ] as const
  const [key, size] = units.find(([, unit]) => whole >= 2 * unit || whole === unit) ?? [
    'alert.seconds' as const,
    1,
  ]
  return text(key, { count: rounded(whole / size) })
}

type WritePlain = (value: number, perUnit: number) => string

/** As a notice keeps them: the same in every language. */
const PLAIN: Readonly<Record<AlertUnit, WritePlain>> = {
  percent: (value) => `${rounded(value)} %`,
  ms: (value) => `${Math.round(value)} ms`,
  per_minute: (value) => `${rounded(value)}/min`,
  credits: (value, perUnit) => formatFineQuota(Math.round(value), perUnit, true),
  times: (value) => `${rounded(value)} ×`,
  usd: (value) => `$${value.toFixed(2)}`,
  seconds: (value) =>
    value < MINUTE ? `${Math.round(value)} s` : `${rounded(value / MINUTE)} min`,
  days: (value) => `${rounded(Math.max(0, value))} d`,
  count: (value) => String(rounded(value)),
}

/** `perUnit`: credits that are a dollar. */
export function plainValue(measure: AlertMeasure, value: number, perUnit: number): string {
  return PLAIN[MEASURE_ROWS[measure].unit](value, perUnit)
}

function rounded(value: number): number {
  return Number(value.toFixed(1))
}
