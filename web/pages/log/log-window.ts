/** The stretch of time that one view of the log shows: three days at most. */

import { midnight, nowSeconds } from '../../app/now'
import { localTimeText, secondsOf } from '../../components/form/TimeField'
import type { ChosenTimes } from '../../components/list/TimesDialog'

const HOUR = 3600
const DAY = 24 * HOUR
export const MOST_DAYS = 3

/** Up to now, by name; `3d` begins at midnight. */
export const RANGES = ['15m', '1h', '6h', '24h', '3d'] as const
export type RangeName = (typeof RANGES)[number]

const SPANS: Readonly<Record<Exclude<RangeName, '3d'>, number>> = {
  '15m': 900,
  '1h': HOUR,
  '6h': 6 * HOUR,
  '24h': DAY,
}

/** The day before yesterday from its beginning, to an hour ahead. */
export function recentTimes(): ChosenTimes {
  const now = nowSeconds()
  const start = midnight(now, MOST_DAYS - 1)
  return { start: localTimeText(start), end: localTimeText(now + HOUR) }
}

/** What follows when one end is moved: the other comes along when it would be too far away. */
export function movedTimes(old: ChosenTimes, change: Partial<ChosenTimes>): ChosenTimes {
  const times = { ...old, ...change }
  const recent = recentTimes()
  const start = secondsOf(times.start || recent.start)
  const end = secondsOf(times.end || recent.end)
  const isNear = end >= start && end - start <= MOST_DAYS * DAY
  if (Number.isNaN(start) || Number.isNaN(end) || isNear) return times
  return change.end === undefined
    ? { ...times, end: localTimeText(start + MOST_DAYS * DAY) }
    : { ...times, start: localTimeText(end - MOST_DAYS * DAY) }
}

export interface TimeSpan {
  /** Epoch seconds. */
  readonly from: number
  /** `undefined`: what happens now is in it. */
  readonly to: number | undefined
}

function isRange(name: string): name is RangeName {
  return RANGES.some((range) => range === name)
}

/** Times that were chosen one by one come before a range by name. */
export function spanOf(range: string, { start, end }: ChosenTimes, now: number): TimeSpan {
  const to = end === '' ? undefined : secondsOf(end) || undefined
  if (start !== '') return { from: secondsOf(start) || now - DAY, to }
  const isShort = isRange(range) && range !== '3d'
  return { from: isShort ? now - SPANS[range] : midnight(now, MOST_DAYS - 1), to }
}

/** Of longer times, as an address may ask for them, the last days that one view may show. */
export function shownTimes(times: ChosenTimes, now: number): ChosenTimes {
  if (times.start === '') return times
  const end = secondsOf(times.end) || now
  const earliest = end - MOST_DAYS * DAY
  return secondsOf(times.start) < earliest ? { ...times, start: localTimeText(earliest) } : times
}

/** Two moments of a chart, as the time fields write them. */
export function timesBetween(from: number, to: number): ChosenTimes {
  return { start: localTimeText(from), end: localTimeText(to) }
}
