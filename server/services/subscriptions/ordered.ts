/** Plans that are bought by an order: its money comes in, and goes into the plan at once. */
import type { OrderRow } from '../../../db/tables/orders'
import { findPlan } from '../../../db/tables/plans'
import {
  countOfPlan,
  findSubscription,
  lockHolder,
  updateSubscription,
} from '../../../db/tables/subscriptions'
import { agreedPlanIn } from '../../domain/payments/agreed-plan'
import { recordAudit } from '../audit/record'
import type { MoneyWork } from '../work'
import { begin } from './begin'
import { expireAllowance, giveBack, payFor } from './period'
import { type FirstPeriod, type PeriodOutcome, payRecurring } from './recurring'

export type PlanOutcome = 'begun' | 'gone' | 'had_already' | PeriodOutcome

interface Paid {
  readonly outcome: PlanOutcome
  /** 0 where the money stays in the balance. */
  readonly subscriptionId: number
}

/** What an order of a plan pays for: its first period, or one that follows. */
export async function payForPlan(work: MoneyWork, order: OrderRow): Promise<Paid> {
  if (order.recurring_id === 0) return await beginOrdered(work, order)
  return await payRecurring(work, order, (period) => beginOrdered(work, order, period))
}

/**
 * Begins the plan of an order whose credits have just come, as it was ordered. Where it cannot, the
 * credits stay in the balance.
 */
async function beginOrdered(
  work: MoneyWork,
  { user_id: userId, plan_id: planId, plan: text, trade_no }: OrderRow,
  recurring?: FirstPeriod,
): Promise<Paid> {
  const agreed = agreedPlanIn(text)
  const current = await findPlan(work.trx, planId)
  if (agreed === undefined || current === undefined || current.enabled === 0) {
    return { outcome: 'gone', subscriptionId: 0 }
  }
  const had = await countOfPlan(work.trx, { userId, planId })
  if (current.most_per_user > 0 && had >= current.most_per_user) {
    return { outcome: 'had_already', subscriptionId: 0 }
  }
  const { price } = agreed
  const row = await begin(work, agreed, {
    userId,
    source: 'order',
    price,
    renews: agreed.renews === 1,
    ...recurring,
  })
  // Before a debt that the balance has.
  if (!(await payFor(work, { id: row.id, user_id: userId, price, mayOwe: true }))) {
    throw new Error('the account of an order that was just credited is gone')
  }
  await recordAudit(work, {
    action: 'subscription.buy',
    target: `subscription:${row.id}`,
    after: { user_id: userId, plan: agreed.name, price, order: trade_no },
  })
  return { outcome: 'begun', subscriptionId: row.id }
}

/** Locks who holds plans, before anything of an order of one is booked. */
export async function lockForPlan(work: MoneyWork, order: OrderRow): Promise<void> {
  if (order.plan_id > 0) await lockHolder(work.trx, order.user_id)
}

interface TakenBack {
  readonly credits: number
  /** All of it has gone back: the plan ends. */
  readonly isWhole: boolean
}

/**
 * The money of a plan goes back: so many credits of its price were not paid after all. The order
 * paid one period only. A later one, which something else has paid, goes on at its price; and what
 * an early end has given back already does not come back twice.
 */
export async function unpayOrdered(
  work: MoneyWork,
  { subscription_id: id, recurring_id, period_start }: OrderRow,
  { credits, isWhole }: TakenBack,
): Promise<void> {
  const row = await findSubscription(work.trx, id)
  if (row === undefined) return
  // One that began from a notice without times is the first.
  const isNumbered = recurring_id === 0 || period_start === 0
  const isItsPeriod = isNumbered ? row.periods === 1 : row.period_start === period_start
  const back = isItsPeriod ? Math.min(credits, row.price) : credits
  if (back > 0) await giveBack(work, row, back)
  if (!isItsPeriod) return
  // What a later end gives back is a share of what was paid.
  const price = row.price - back
  if (!isWhole || row.state === 'ended') {
    await updateSubscription(work.trx, row, { price })
    return
  }
  await expireAllowance(work, row)
  await updateSubscription(work.trx, row, {
    ...{ price, state: 'ended', renews: 0 },
    ended_at: work.clock.nowMs(),
    end_reason: 'refunded',
  })
  await recordAudit(work, {
    action: 'subscription.end',
    target: `subscription:${id}`,
    after: { plan: row.name, refund: 0 },
  })
}
