/** The periods of a subscription: they begin when it does, and keep to its zone's clocks. */

import { post } from '../../../db/tables/ledger'
import type { PlanRow } from '../../../db/tables/plans'
import { heldOfSubscription } from '../../../db/tables/subscription-holds'
import {
  postAllowance,
  type SubscriptionColumns,
  updateSubscription,
} from '../../../db/tables/subscriptions'
import { periodSince } from '../../domain/limits/zoned-time'
import { planTerms } from '../plans/plans'
import type { MoneyWork } from '../work'

/** Credits that a period may take over from the one before. */
function carriedOver({ remain, terms }: SubscriptionColumns): number {
  const { budget, carry_over } = planTerms({ terms })
  const most = Math.floor(((budget ?? 0) * carry_over) / 100)
  return Math.max(0, Math.min(remain, most))
}

/** What a period has left is gone when it ends. */
export async function expireAllowance(
  { trx, clock }: MoneyWork,
  row: SubscriptionColumns,
  carried = 0,
): Promise<void> {
  const { id, user_id: userId, remain } = row
  await postAllowance(trx, { id, userId, delta: carried - remain, nowMs: clock.nowMs() })
}

/**
 * Grants what the terms give for a period. What calls hold that began before belongs to it: as much
 * as they do not need comes back.
 */
export async function grantAllowance(
  { trx, clock }: MoneyWork,
  { id, user_id: userId, terms }: Pick<SubscriptionColumns, 'id' | 'user_id' | 'terms'>,
): Promise<void> {
  const { budget } = planTerms({ terms })
  if (budget === null) return
  const { credits } = await heldOfSubscription(trx, { id, userId })
  await postAllowance(trx, { id, userId, delta: budget - credits, nowMs: clock.nowMs() })
}

interface PeriodPrice extends Pick<SubscriptionColumns, 'id' | 'user_id' | 'price'> {
  /** Its money has come with an order: what the balance owed before does not matter. */
  readonly mayOwe?: boolean
}

/** False where the balance does not pay for it, and then nothing was taken. */
export async function payFor(
  { trx, clock }: MoneyWork,
  { id, user_id: userId, price, mayOwe = false }: PeriodPrice,
): Promise<boolean> {
  if (price === 0) return true
  const booked = await post(trx, {
    kind: 'plan',
    userId,
    userDelta: -price,
    tokenDelta: 0,
    reference: `subscription:${id}`,
    nowMs: clock.nowMs(),
    floorAtZero: !mayOwe,
  })
  return booked !== undefined
}

/**
 * Of the period that follows. What was given costs nothing later either, and a payment service
 * charges what was agreed.
 */
export function nextPrice(
  { source, price, renewed_by }: Pick<SubscriptionColumns, 'source' | 'price' | 'renewed_by'>,
  plan: Pick<PlanRow, 'price'>,
): number {
  if (renewed_by !== 'balance') return price
  return source === 'balance' || source === 'order' ? plan.price : price
}

/** Credits of its price go to the balance of its holder. */
export async function giveBack(
  { trx, clock }: MoneyWork,
  { id, user_id: userId }: Pick<SubscriptionColumns, 'id' | 'user_id'>,
  credits: number,
): Promise<void> {
  await post(trx, {
    kind: 'plan',
    userId,
    userDelta: credits,
    tokenDelta: 0,
    reference: `subscription:${id}`,
    nowMs: clock.nowMs(),
  })
}

/**
 * The period that is now, of what follows the last one; periods that were missed are not paid.
 * Resolves with its price, or `undefined` where the balance does not cover that.
 */
export async function beginNextPeriod(
  work: MoneyWork,
  row: SubscriptionColumns,
  plan: PlanRow,
): Promise<number | undefined> {
  const nowMs = work.clock.nowMs()
  const { id, user_id, period_unit: unit, period_count: count } = row
  const price = nextPrice(row, plan)
  if (!(await payFor(work, { id, user_id, price }))) return undefined
  const zone = planTerms(row).zone
  const period = periodSince(row.anchor_at, nowMs, { unit, count, zone })
  await beginPaidPeriod(work, row, { plan, price, period })
  return price
}

interface PaidPeriod {
  readonly plan: Pick<PlanRow, 'name' | 'terms' | 'priority' | 'grace_hours'>
  readonly price: number
  readonly period: { readonly startMs: number; readonly endMs: number }
}

/** The terms are those that the plan has by now. */
export async function beginPaidPeriod(
  work: MoneyWork,
  row: SubscriptionColumns,
  { plan, price, period: { startMs, endMs } }: PaidPeriod,
): Promise<void> {
  const { id, user_id } = row
  const { name, terms, priority, grace_hours } = plan
  await expireAllowance(work, row, carriedOver(row))
  await updateSubscription(work.trx, row, {
    ...{ name, terms, priority, grace_hours, price },
    period_start: startMs,
    period_end: endMs,
    periods: row.periods + 1,
    grace_until: 0,
  })
  await grantAllowance(work, { id, user_id, terms })
}
