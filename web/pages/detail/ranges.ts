/** Which span of time the dashboard shows, as its address says it. */

import { midnight } from '../../app/now'
import { secondsOf } from '../../components/form/TimeField'
import { type Span, UNITS, type Unit } from './buckets'

export const RANGES = ['today', 'day', 'week', 'month', 'custom'] as const
export type Range = (typeof RANGES)[number]

/** Days before today, whose midnight is the beginning; a day is the last 24 hours instead. */
const DAYS_BACK: Readonly<Record<Exclude<Range, 'day' | 'custom'>, number>> = {
  today: 0,
  week: 6,
  month: 29,
}

const HOUR = 3600
const DAY = 24 * HOUR

/** What a range is best seen in. */
export const UNIT_OF: Readonly<Record<Range, Unit>> = {
  today: 'hour',
  day: 'hour',
  week: 'day',
  month: 'day',
  custom: 'day',
}

export interface Choice {
  readonly range: Range
  readonly unit: Unit
}

/** What the operator has chosen for those who have not. */
const DEFAULTS: Readonly<Record<Unit, Choice>> = {
  hour: { range: 'day', unit: 'hour' },
  day: { range: 'week', unit: 'day' },
  week: { range: 'month', unit: 'week' },
}

export interface RangeFilters {
  readonly range: string
  readonly unit: string
  /** Of a custom range: local times, "" for none. */
  readonly start: string
  readonly end: string
}

export function choiceOf({ range, unit }: RangeFilters, siteDefault: string): Choice {
  const preset = DEFAULTS[UNITS.find((one) => one === siteDefault) ?? 'hour']
  const chosen = RANGES.find((one) => one === range)
  return {
    range: chosen ?? preset.range,
    unit:
      UNITS.find((one) => one === unit) ?? (chosen === undefined ? preset.unit : UNIT_OF[chosen]),
  }
}

/** `undefined` where a custom range has no beginning, or ends before it. */
export function spanOf(range: Range, filters: RangeFilters, now: number): Span | undefined {
  if (range === 'day') return { from: now - (now % HOUR) - 23 * HOUR, to: now }
  if (range !== 'custom') return { from: midnight(now, DAYS_BACK[range]), to: now }
  const from = secondsOf(filters.start)
  const to = filters.end === '' ? now : secondsOf(filters.end)
  return from >= 0 && to >= from ? { from, to } : undefined
}

/** Hours of more days than these are narrower than a pixel. */
const MOST_DAYS_BY_HOUR = 8

export function fits(unit: Unit, span: Span | undefined): boolean {
  return unit !== 'hour' || span === undefined || span.to - span.from <= MOST_DAYS_BY_HOUR * DAY
}

export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
