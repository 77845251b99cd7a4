/** For how long usage is stored by the minute, hour, quarter of a day, and day. */
import { DAY, HOUR, MINUTE } from '../logs/rollups'

export const QUARTER_DAY = 21_600

export const USAGE_STEPS = [MINUTE, HOUR, QUARTER_DAY, DAY] as const
export type UsageStep = (typeof USAGE_STEPS)[number]

/** Twice the longest time that a page shows by it, to compare it with the one before. */
export const USAGE_DAYS: Readonly<Record<UsageStep, number>> = {
  [MINUTE]: 2,
  [HOUR]: 62,
  [QUARTER_DAY]: 15,
  [DAY]: 800,
}
