/** Which counters a batch of orders is judged by, for the engines that read them. */
import type { HotOrder } from '../ledger/orders'
import type { SubscriptionAccount } from '../plans/subscription-account'
import type { Limit } from './limit'
import { spanOf } from './span'

export interface CounterRange {
  readonly limitId: number
  /** Epoch ms. */
  readonly fromMs: number
}

/**
 * By id; `undefined` for a batch whose calls have neither limits nor subscriptions, which is nearly
 * every one.
 */
export function countersOf(
  orders: readonly HotOrder[],
  subscriptions: ReadonlyMap<number, SubscriptionAccount>,
): readonly CounterRange[] | undefined {
  let found = subscriptions.size > 0 ? windowsOf(orders, subscriptions) : undefined
  for (const each of orders) {
    const limits = limitsOf(each)
    if (limits === undefined) continue
    for (const limit of limits) {
      found ??= new Map()
      const before = found.get(limit.id)?.fromMs ?? Number.POSITIVE_INFINITY
      const { fromMs } = spanOf(limit, each.order.nowMs)
      found.set(limit.id, { limitId: limit.id, fromMs: Math.max(0, Math.min(before, fromMs)) })
    }
  }
  if (found === undefined || found.size === 0) return undefined
  return [...found.values()].sort((a, b) => a.limitId - b.limitId)
}

/** Whichever of them pays in the end. */
function windowsOf(
  orders: readonly HotOrder[],
  subscriptions: ReadonlyMap<number, SubscriptionAccount>,
): Map<number, CounterRange> {
  const found = new Map<number, CounterRange>()
  const nowMs = Math.min(...orders.map(({ order }) => order.nowMs))
  for (const { windows } of subscriptions.values()) {
    for (const window of windows) {
      const { fromMs } = spanOf(window, nowMs)
      found.set(window.id, { limitId: window.id, fromMs: Math.max(0, fromMs) })
    }
  }
  return found
}

function limitsOf(each: HotOrder): readonly Limit[] | undefined {
  if (each.kind === 'move') return each.order.to
  if (each.kind === 'settle') return each.order.limits
  return each.order.limited?.limits
}
