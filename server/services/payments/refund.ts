/** Sends money of an order back by its payment service. */
import { type OrderRow, takeOrder } from '../../../db/tables/orders'
import { claimCase, withdrawCase } from '../../../db/tables/payment-cases'
import { GatewayError } from '../../domain/errors/gateway-error'
import { moneyText } from '../../domain/money/top-up'
import { TOP_UP_STATUS } from '../../domain/status'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, transactDurably } from '../work'
import { openAccount } from './accounts'
import { existingOrder } from './ask'
import { bookRefunds } from './credit'

export interface RefundInput {
  readonly tradeNo: string
  /** In hundredths; the rest of the money when absent. */
  readonly cents?: number | undefined
}

/**
 * Refunds there, and books it here. A case stands open while it is not known how that ended: a
 * refund is not lost with the process that made it, and two are not made at once. Throws
 * `payment.not_paid`, `payment.cannot_refund`, `payment.refund_too_large`,
 * `payment.refund_running`, `payment.refund_refused` and `payment.service_failed`.
 */
export async function refundOrder(
  deps: ServiceDeps,
  actor: Actor,
  { tradeNo, cents: wanted }: RefundInput,
): Promise<OrderRow> {
  const { service } = await existingOrder(deps, tradeNo)
  const { refund } = await openAccount(deps, service)
  if (refund === undefined) throw new GatewayError('payment.cannot_refund')
  const { order, cents, release } = await claimRefund(deps, actor, { tradeNo, cents: wanted })
  const total = order.refunded_cents + cents
  try {
    // The same when it is tried again after nobody learnt how it ended.
    await refund(order, { cents, key: `${tradeNo}-refund-${order.refunded_cents}-${total}` })
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'payment.refund_refused') await release()
    throw error
  }
  await transactDurably(deps, actor, async (work) => {
    const taken = await takeOrder(work.trx, { tradeNo })
    // Its notice may have been quicker.
    if (taken !== undefined && taken.refunded_cents < total) {
      await bookRefunds(work, taken, total)
    }
  })
  await release()
  return await existingOrder(deps, tradeNo)
}

/** The order with how much of it goes back, while nobody else refunds any of it. */
async function claimRefund(
  deps: ServiceDeps,
  actor: Actor,
  { tradeNo, cents: wanted }: RefundInput,
) {
  return await transact(deps, actor, async ({ trx, clock }) => {
    const order = await takeOrder(trx, { tradeNo })
    if (order === undefined) throw new GatewayError('payment.order_not_found')
    const { service, money_cents, refunded_cents, currency } = order
    if (order.status !== TOP_UP_STATUS.success || order.provider_trade_no === '') {
      throw new GatewayError('payment.not_paid')
    }
    const remaining = money_cents - refunded_cents
    const cents = wanted ?? remaining
    if (!Number.isSafeInteger(cents) || cents < 1 || cents > remaining) {
      throw new GatewayError('payment.refund_too_large', {
        max: `${moneyText(remaining)} ${currency}`,
      })
    }
    const facts = { service, trade_no: tradeNo, reason: 'refund_unfinished', payment: '' }
    const claim = { ...facts, money_cents: cents, currency, told: '' }
    if (!(await claimCase(trx, claim, clock.nowMs()))) {
      throw new GatewayError('payment.refund_running')
    }
    const release = async () =>
      await transact(deps, actor, async (work) => await withdrawCase(work.trx, facts))
    return { order, cents, release }
  })
}
