/**
 * Orders that a batch of the ledger refuses although nothing is spent: running calls hold what is
 * missing, and give most of it back within seconds. What they hold is read for such orders alone.
 */

import { isEstimated } from '../limits/kinds'
import type { Mark } from '../limits/limit'
import { spanOf } from '../limits/span'
import type { BatchOutcome } from './book'
import type { HotOrder, OrderOutcome } from './orders'

/** Whose holds are read. */
export interface HeldQuestion {
  readonly users: readonly number[]
  readonly tokens: readonly number[]
  readonly limits: readonly number[]
}

/** Credits by user and token, and what calls have counted by limit. Of calls that run only. */
export interface HeldNow {
  readonly users: ReadonlyMap<number, number>
  readonly tokens: ReadonlyMap<number, number>
  readonly marks: ReadonlyMap<number, readonly Mark[]>
}

/** Beyond these the answer is clear, and reading on would keep the ledger. */
export const MOST_READ_HOLDS = 1000

/** `undefined` where no new call was refused, as mostly. */
export function heldQuestion(
  orders: readonly HotOrder[],
  { outcomes }: Pick<BatchOutcome, 'outcomes'>,
): HeldQuestion | undefined {
  let found: { users: Set<number>; tokens: Set<number>; limits: Set<number> } | undefined
  orders.forEach(({ kind, order }, index) => {
    const outcome = outcomes[index]
    if (outcome === undefined || (kind !== 'reserve' && kind !== 'move')) return
    if (!('balance' in outcome) && !givesBack(outcome)) return
    found ??= { users: new Set(), tokens: new Set(), limits: new Set() }
    if (outcome.kind === 'limited') found.limits.add(outcome.limit.id)
    else if (kind !== 'reserve') return
    else if (outcome.kind === 'user_short') found.users.add(order.userId)
    else if (order.tokenId !== undefined) found.tokens.add(order.tokenId)
  })
  return found && { users: [...found.users], tokens: [...found.tokens], limits: [...found.limits] }
}

/** A request that runs stays counted when it ends; of what it holds, most comes back. */
function givesBack(outcome: OrderOutcome): boolean {
  return outcome.kind === 'limited' && isEstimated(outcome.limit.kind)
}

/** The same outcomes; those that only wait for running calls say how much these hold. */
export function withHeld(
  orders: readonly HotOrder[],
  batch: BatchOutcome,
  held: HeldNow,
): BatchOutcome {
  const outcomes = batch.outcomes.map((outcome, index) => {
    const each = orders[index]
    return each === undefined ? outcome : heldOutcome(each, outcome, held)
  })
  return { ...batch, outcomes }
}

function heldOutcome({ kind, order }: HotOrder, outcome: OrderOutcome, now: HeldNow): OrderOutcome {
  if (outcome.kind === 'limited') {
    if ((kind !== 'reserve' && kind !== 'move') || !givesBack(outcome)) return outcome
    const { limit, used, needed } = outcome
    const { fromMs, untilMs } = spanOf(limit, order.nowMs)
    const counted = (now.marks.get(limit.id) ?? []).filter(
      ({ startMs }) => startMs >= fromMs && startMs < untilMs,
    )
    const held = counted.reduce((sum, { amount }) => sum + amount, 0)
    return held > 0 && used - held + needed <= limit.amount ? { ...outcome, held } : outcome
  }
  if (kind !== 'reserve' || !('balance' in outcome)) return outcome
  const isUser = outcome.kind === 'user_short'
  const held = isUser ? now.users.get(order.userId) : now.tokens.get(order.tokenId ?? 0)
  // An account with nothing left may not even use what is free.
  const needed = Math.max(1, Math.min(order.amount, order.atLeast))
  return held !== undefined && held > 0 && outcome.balance + held >= needed
    ? { ...outcome, held }
    : outcome
}
