/** How much of the windows of subscriptions is used. */
import { readCounters } from '../../../db/tables/limit-counters'
import type { SubscriptionColumns } from '../../../db/tables/subscriptions'
import { LimitCounters } from '../../domain/limits/counters'
import type { AllowanceUse } from '../../domain/plans/held-plan'
import {
  type SubscriptionAccount,
  subscriptionAccount,
} from '../../domain/plans/subscription-account'
import type { Queries } from '../service-deps'

/** By the id of the subscription. */
export async function windowsOf(
  reader: Queries,
  rows: readonly SubscriptionColumns[],
  nowMs: number,
): Promise<ReadonlyMap<number, readonly AllowanceUse[]>> {
  const accounts = rows.flatMap((row) => subscriptionAccount(row) ?? [])
  const limits = accounts.flatMap(({ windows }) => windows)
  const counters = new LimitCounters(await readCounters(reader, limits, nowMs))
  return new Map(accounts.map((account) => [account.id, usesOf(account, counters, nowMs)]))
}

function usesOf(
  { windows, terms, endMs }: SubscriptionAccount,
  counters: LimitCounters,
  nowMs: number,
): readonly AllowanceUse[] {
  return windows.flatMap((window, index) => {
    const allowance = terms.allowances[index]
    if (allowance === undefined) return []
    const { used, resetMs } = counters.usageOf(window, nowMs)
    const isOpen = !window.opensAtUse || used > 0
    const resets_at = isOpen ? Math.min(resetMs ?? endMs, endMs) : null
    return [{ ...allowance, used, resets_at }]
  })
}
