/** What is usual at a time of the week, out of spend by the hour. */
import { DAY, HOUR } from '../logs/rollups'

export const WEEK = 7 * DAY
export const USUAL_WEEKS = 4

/** A stretch of time that ends at `to`. */
export interface Stretch {
  /** Epoch seconds. */
  readonly to: number
  readonly seconds: number
}

/** Beginnings of the hours that the same stretch of other weeks touches. */
export function usualHours({ to, seconds }: Stretch): readonly number[] {
  return weeksBefore({ to, seconds }).flatMap(({ from, to: end }) => hoursOf(from, end))
}

/**
 * Credits an hour, on average over those weeks in which anything was counted yet: from `firstAt`
 * on. `undefined` where there is no such week.
 */
export function usualPerHour(
  byHour: ReadonlyMap<number, number>,
  stretch: Stretch,
  firstAt: number | undefined,
): number | undefined {
  if (firstAt === undefined) return undefined
  const weeks = weeksBefore(stretch).filter(({ from }) => from >= firstAt)
  if (weeks.length === 0) return undefined
  const spent = weeks.reduce((sum, week) => sum + spentIn(byHour, week), 0)
  return (spent / weeks.length / stretch.seconds) * HOUR
}

interface Week {
  readonly from: number
  readonly to: number
}

function weeksBefore({ to, seconds }: Stretch): readonly Week[] {
  return Array.from({ length: USUAL_WEEKS }, (_, index) => {
    const end = to - (index + 1) * WEEK
    return { from: end - seconds, to: end }
  })
}

function hoursOf(from: number, to: number): readonly number[] {
  const first = from - (from % HOUR)
  return Array.from({ length: Math.ceil((to - first) / HOUR) }, (_, index) => first + index * HOUR)
}

/** An hour that the stretch touches counts by the share of it that lies within. */
function spentIn(byHour: ReadonlyMap<number, number>, { from, to }: Week): number {
  return hoursOf(from, to).reduce((sum, hour) => {
    const within = Math.min(to, hour + HOUR) - Math.max(from, hour)
    return sum + ((byHour.get(hour) ?? 0) * within) / HOUR
  }, 0)
}
