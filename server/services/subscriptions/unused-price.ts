import type { SubscriptionColumns } from '../../../db/tables/subscriptions'
import { isOfRunning } from '../../domain/limits/kinds'
import type { AllowanceUse } from '../../domain/plans/held-plan'
import { planTerms } from '../plans/plans'

/**
 * What the rest of a period is worth: the smallest of the time that is left, of the budget, and of
 * every allowance that does not come back before the period ends. So nobody uses a plan up and gets
 * its price back. Credits, rounded down.
 */
export function unusedPrice(
  row: SubscriptionColumns,
  windows: readonly AllowanceUse[],
  nowMs: number,
): number {
  const { price, period_start, period_end, remain, paused_at } = row
  const atMs = paused_at > 0 ? paused_at : nowMs
  const { budget } = planTerms(row)
  const lasting = windows.filter(
    ({ kind, resets_at }) => !isOfRunning(kind) && resets_at === period_end,
  )
  const shares = [
    shareOf(price, period_end - atMs, period_end - period_start),
    ...(budget === null ? [] : [shareOf(price, remain, budget)]),
    ...lasting.map(({ amount, used }) => shareOf(price, amount - used, amount)),
  ]
  return Math.min(...shares)
}

function shareOf(price: number, remaining: number, total: number): number {
  if (total <= 0) return price
  const most = Math.max(0, Math.min(remaining, total))
  return Number((BigInt(price) * BigInt(most)) / BigInt(total))
}
