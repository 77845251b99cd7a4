/** The stretch of time that one view of the log shows: three days at most. */
import { localTimeText, secondsOf } from '../../components/TimeField'
import { midnight, nowSeconds } from '../../now'

const DAY = 86_400
export const MOST_DAYS = 3
const HOUR = 3600

/** As the time fields write them, "" for what was not chosen. */
export interface ChosenTimes {
  readonly start: string
  readonly end: string
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

/** Epoch seconds; without an end, what happens now is in it. */
export function secondsIn(
  { start, end }: ChosenTimes,
  recent: ChosenTimes,
): { readonly from: number | undefined; readonly to: number | undefined } {
  return {
    from: secondsOf(start || recent.start) || undefined,
    to: end === '' ? undefined : secondsOf(end) || undefined,
  }
}
