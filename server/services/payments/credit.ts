/** The entries of the ledger that orders make. */
import { post } from '../../../db/tables/ledger'
import { type OrderRow, updateOrder } from '../../../db/tables/orders'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { refundedCredits } from '../../domain/payments/refund-credits'
import { recordAudit } from '../audit/record'
import { issueInvoice, issueRefund } from '../invoices/issue'
import { recordLog } from '../logs/record'
import { keepUse } from '../promo-codes/discount'
import { adjustReward, rewardInviter } from '../promotion/reward-inviter'
import { lockForPlan, payForPlan, unpayOrdered } from '../subscriptions/ordered'
import type { MoneyWork } from '../work'

/**
 * Books what a paid order was sold for, with its log row and its audit entry, and begins or renews
 * the plan that it is for. Throws `user.not_found`.
 */
export async function credit(
  work: MoneyWork,
  order: OrderRow,
  action: 'order.pay' | 'order.complete',
): Promise<void> {
  const { user_id: userId, credits, money_cents, trade_no, currency } = order
  await lockForPlan(work, order)
  if (credits > 0) await book(work, order, { kind: 'top_up', delta: credits })
  // After the account: who orders locks that first, too.
  await keepUse(work, order)
  await recordLog(work, {
    type: 'top_up',
    user: await buyer(work, userId),
    quota: credits,
    told:
      currency === 'CNY'
        ? { kind: 'paid', params: { quota: credits, money: money_cents } }
        : { kind: 'paid_online', params: { quota: credits } },
  })
  await recordAudit(work, {
    action,
    target: `order:${trade_no}`,
    after: { user_id: userId, credits, money_cents },
  })
  await rewardInviter(work, order)
  if (order.plan_id > 0) {
    const { outcome, subscriptionId } = await payForPlan(work, order)
    await updateOrder(work.trx, trade_no, {
      plan_outcome: outcome,
      subscription_id: subscriptionId,
    })
  }
  // The last of it: its number is held until the commit.
  await issueInvoice(work, order)
}

async function buyer({ trx }: MoneyWork, userId: number) {
  const user = await findUser(trx, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  return user
}

interface Booked {
  readonly kind: 'top_up' | 'refund'
  readonly delta: number
}

async function book(
  { trx, clock }: MoneyWork,
  { user_id: userId, trade_no: reference }: OrderRow,
  { kind, delta: userDelta }: Booked,
): Promise<void> {
  const nowMs = clock.nowMs()
  const booked = await post(trx, { kind, userId, userDelta, tokenDelta: 0, reference, nowMs })
  if (booked === undefined) throw new GatewayError('user.not_found', { user: userId })
}

/**
 * Brings the balance to where it is when so much of the order's money has gone back in all; the
 * balance may fall below zero. Less than before means that money came again: a refund that the
 * bank returned, or a dispute that was won.
 */
export async function bookRefunds(
  work: MoneyWork,
  order: OrderRow,
  refundedCents: number,
): Promise<void> {
  const { user_id: userId, trade_no, money_cents } = order
  const total = refundedCredits(order, refundedCents)
  const credits = total - order.refunded_credits
  await lockForPlan(work, order)
  if (credits !== 0) {
    await book(work, order, { kind: 'refund', delta: -credits })
    if (credits > 0 && order.subscription_id > 0) {
      await unpayOrdered(work, order, { credits, isWhole: refundedCents >= money_cents })
    }
    await recordLog(work, {
      type: 'top_up',
      user: await buyer(work, userId),
      quota: -credits,
      told: {
        kind: credits > 0 ? 'payment_refunded' : 'payment_restored',
        params: { quota: Math.abs(credits) },
      },
    })
  }
  await adjustReward(work, order, total)
  await updateOrder(work.trx, trade_no, {
    refunded_cents: refundedCents,
    refunded_credits: total,
  })
  await recordAudit(work, {
    action: 'order.refund',
    target: `order:${trade_no}`,
    before: { refunded_cents: order.refunded_cents },
    after: { user_id: userId, refunded_cents: refundedCents, credits: -credits },
  })
  const { refunded_cents: before } = order
  await issueRefund(work, order, { before, after: refundedCents, credits })
}
