/** Periods of plans that a payment service can charge for by itself. */
import type { CalendarUnit } from '../limits/zoned-time'

export interface RecurringInterval {
  readonly unit: 'day' | 'week' | 'month'
  readonly count: number
}

/** Three years, which is the longest at Stripe. */
const MOST = { day: 1095, week: 156, month: 36 } as const

interface RenewingPlan {
  readonly period_unit: CalendarUnit
  readonly period_count: number
  readonly renews: boolean | 0 | 1
}

/** `undefined` for a plan that cannot renew this way. */
export function recurringInterval({
  period_unit: unit,
  period_count: count,
  renews,
}: RenewingPlan): RecurringInterval | undefined {
  if (!renews || unit === 'hour' || count > MOST[unit]) return undefined
  return { unit, count }
}

/**
 * A service draws up the bill at the end of a period and charges it an hour later. What is paid
 * goes on for this long, so that calls are not refused meanwhile.
 */
export const CHARGING_MS = 2 * 3_600_000
