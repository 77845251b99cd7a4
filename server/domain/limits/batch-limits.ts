/** Which counters a batch of orders is judged by, for the engines that read them. */
import type { HotOrder } from '../ledger/orders'
import type { Limit } from './limit'
import { spanOf } from './span'

export interface CounterRange {
  readonly limitId: number
  /** Epoch ms. */
  readonly fromMs: number
}

/** By id; `undefined` for a batch whose calls have no limits, which is nearly every one. */
export function countersOf(orders: readonly HotOrder[]): readonly CounterRange[] | undefined {
  let found: Map<number, CounterRange> | undefined
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
  return found && [...found.values()].sort((a, b) => a.limitId - b.limitId)
}

function limitsOf(each: HotOrder): readonly Limit[] | undefined {
  if (each.kind === 'move') return each.order.to
  if (each.kind === 'settle') return each.order.limits
  return each.order.limited?.limits
}
