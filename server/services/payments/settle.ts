import { post } from '../../../db/tables/ledger'
import { completeOrder, findOrder, type OrderRow } from '../../../db/tables/orders'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { parseMoney } from '../../domain/money/top-up'
import { TOP_UP_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { type EpayFields, isSignedBy } from './epay-signature'
import { epayAccount } from './shop'

/** Of what the service calls its payment; others send what they like. */
const LONGEST_NUMBER = 128

/** The only state in which the service says that money has arrived. */
const PAID = 'TRADE_SUCCESS'

/**
 * Credits the order of a payment notice, once however often the notice comes. Returning means
 * that the credit is committed. Throws `payment.closed`, `payment.signature_invalid`,
 * `payment.order_not_found`, or `payment.order_mismatch` when merchant, money or state are not
 * what the order says.
 */
export async function settlePayment(
  deps: ServiceDeps,
  actor: Actor,
  notice: EpayFields,
): Promise<void> {
  const options = await optionValues(deps.db.reader)
  const account = epayAccount(deps, options)
  if (!isSignedBy(notice, account.key)) {
    throw new GatewayError('payment.signature_invalid')
  }
  const order = await findOrder(deps.db.reader, notice.out_trade_no ?? '')
  if (order === undefined) {
    throw new GatewayError('payment.order_not_found')
  }
  const isForOrder =
    notice.pid === account.merchantId &&
    notice.trade_status === PAID &&
    parseMoney(notice.money ?? '') === order.money_cents
  if (!isForOrder) {
    throw new GatewayError('payment.order_mismatch')
  }
  if (order.status === TOP_UP_STATUS.success) {
    return
  }
  await transactDurably(deps, actor, async (work) => {
    const paid = await completeOrder(work.trx, order.trade_no, {
      atSeconds: nowSeconds(deps.clock),
      providerTradeNo: (notice.trade_no ?? '').slice(0, LONGEST_NUMBER),
    })
    // Another notice of the same payment was quicker.
    if (paid !== undefined) {
      await credit(work, paid, 'order.pay')
    }
  })
}

/** Books what a paid order was sold for, with its log row and its audit entry. */
export async function credit(
  work: MoneyWork,
  order: OrderRow,
  action: 'order.pay' | 'order.complete',
): Promise<void> {
  const { trx, clock } = work
  const { user_id: userId, credits, money_cents, trade_no } = order
  const user = await findUser(trx, userId)
  const booked = await post(trx, {
    kind: 'top_up',
    userId,
    userDelta: credits,
    tokenDelta: 0,
    reference: trade_no,
    nowMs: clock.nowMs(),
  })
  if (user === undefined || booked === undefined) {
    throw new GatewayError('user.not_found', { user: userId })
  }
  await recordLog(work, {
    type: 'top_up',
    user,
    quota: credits,
    told: { kind: 'paid', params: { quota: credits, money: money_cents } },
  })
  await recordAudit(work, {
    action,
    target: `order:${trade_no}`,
    after: { user_id: userId, credits, money_cents },
  })
}
