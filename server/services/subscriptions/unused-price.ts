import type { SubscriptionColumns } from '../../../db/tables/subscriptions'
import { planTerms } from '../plans/plans'

/**
 * The smaller of what is left of the time and, where there is a budget, of what it grants: nobody
 * uses a plan up and gets its price back. Rounded down.
 */
export function unusedPrice(row: SubscriptionColumns, nowMs: number): number {
  const { price, period_start, period_end, remain, paused_at } = row
  const atMs = paused_at > 0 ? paused_at : nowMs
  const length = period_end - period_start
  const left = Math.max(0, Math.min(length, period_end - atMs))
  const byTime = Number((BigInt(price) * BigInt(left)) / BigInt(Math.max(1, length)))
  const { budget } = planTerms(row)
  if (budget === null) return byTime
  const unused = Math.max(0, Math.min(remain, budget))
  return Math.min(byTime, Number((BigInt(price) * BigInt(unused)) / BigInt(budget)))
}
