/** How calls are counted for the status page, and for how long the counts are stored. */
import { DAY, HOUR, MINUTE } from '../logs/rollups'

const FIVE_MINUTES = 300

/** Seconds of a row: the shortest tell how a model does now, days fill the bars. */
export const AVAILABILITY_STEPS = [FIVE_MINUTES, HOUR, DAY] as const
export type AvailabilityStep = (typeof AVAILABILITY_STEPS)[number]

/** Bars of a model; the last is the day that runs, in UTC. */
export const SHOWN_DAYS = 90

export const AVAILABILITY_DAYS: Readonly<Record<AvailabilityStep, number>> = {
  [FIVE_MINUTES]: 1,
  [HOUR]: 3,
  [DAY]: SHOWN_DAYS + 1,
}

/** The buckets that the last minutes fall into, the running one among them. */
export function recentFrom(nowSeconds: number, minutes: number): number {
  const from = nowSeconds - minutes * MINUTE
  return from - (from % FIVE_MINUTES)
}

export const RECENT_STEP = FIVE_MINUTES

export interface Answered {
  /** Calls that count: those that failed by their caller's fault are not among them. */
  readonly calls: number
  readonly failed: number
}

/**
 * Percent of the calls that were answered, with two decimals; `null` without calls. It is rounded
 * down, so that 100 means every one.
 */
export function availabilityOf({ calls, failed }: Answered): number | null {
  return calls === 0 ? null : Math.floor(((calls - failed) / calls) * 10_000) / 100
}
