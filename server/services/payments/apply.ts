/**
 * Brings an order to where the payment service says it stands. Everything that a service tells,
 * by a notice or when it is asked, ends here: it changes a balance once or not at all.
 */
import { completeOrder, type OrderRow, takeOrder, updateOrder } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { nextAskAt } from '../../domain/payments/ask-times'
import { TOP_UP_STATUS } from '../../domain/status'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transact, transactDurably } from '../work'
import { openCase } from './cases'
import { bookRefunds, credit } from './credit'
import { closeOrder } from './expire'
import { noteRecurring } from './recurring/note'
import type { PaymentState } from './services/service'

/** An answer to a question is as new as can be; a notice may be older than what is known. */
export type StateSource = 'answer' | 'notice'

export type Applied =
  | 'done'
  /** It is not what the order asks for; a person has to look at it. */
  | 'mismatch'
  /** Something newer was applied since the order was read. */
  | 'stale'

interface Application {
  /** As it was before the service was asked. */
  readonly order: OrderRow
  readonly state: PaymentState
  readonly source: StateSource
}

/** Resolves when it is committed. */
export async function applyState(
  deps: ServiceDeps,
  actor: Actor,
  application: Application,
): Promise<Applied> {
  // Of its own: who is charged there is known, whatever becomes of the payment.
  await transact(deps, actor, (work) => noteRecurring(work, application))
  try {
    return await transactDurably(deps, actor, (work) => apply(work, application))
  } catch (error) {
    if (error instanceof GatewayError && error.id === 'user.not_found') {
      const { order, state } = application
      // What was booked is undone; the money is there all the same.
      await transactDurably(deps, actor, (work) => openFor(work, { order, state }, 'not_booked'))
    }
    throw error
  }
}

async function apply(
  work: MoneyWork,
  { order: known, state, source }: Application,
): Promise<Applied> {
  const { trade_no: tradeNo } = known
  const revision = source === 'answer' ? known.revision : undefined
  const order = await takeOrder(work.trx, { tradeNo, revision })
  if (order === undefined) return 'stale'
  const now = nowSeconds(work.clock)
  if (source === 'answer') {
    await updateOrder(work.trx, tradeNo, {
      asked_time: now,
      ask_problem: '',
      ask_time: nextAskAt({ createdAt: order.create_time, now, isAnswered: true }),
    })
  }
  if (state.state === 'paid') return await applyPaid(work, { order, state, source })
  // Once paid it stays paid, whatever comes late.
  if (order.status === TOP_UP_STATUS.success) {
    await updateOrder(work.trx, tradeNo, { ask_time: 0 })
  } else if (state.state === 'closed') {
    await closeOrder(work, tradeNo)
  }
  return 'done'
}

async function applyPaid(work: MoneyWork, { order, state, source }: Application): Promise<Applied> {
  const { trade_no: tradeNo, money_cents } = order
  const { payment, money } = state
  if (money.cents !== money_cents || money.currency !== order.currency) {
    await openFor(work, { order, state }, 'amount_differs')
    await updateOrder(work.trx, tradeNo, { ask_time: 0 })
    return 'mismatch'
  }
  let paid = order
  if (order.status === TOP_UP_STATUS.success) {
    await updateOrder(work.trx, tradeNo, { ask_time: 0 })
    await notePayment(work, { order, state })
  } else {
    await noteInstrument(work, order, state)
    const completed = await completeOrder(work.trx, tradeNo, {
      atSeconds: nowSeconds(work.clock),
      providerTradeNo: payment,
    })
    // A status that is none of ours came from an import.
    if (completed === undefined) return 'mismatch'
    await credit(work, completed, 'order.pay')
    paid = (await takeOrder(work.trx, { tradeNo })) ?? completed
  }
  await applyRefunds(work, { order: paid, state, source })
  return 'done'
}

/** Who pays by the same card or account is told by its hash. */
async function noteInstrument(
  { trx, sealer }: MoneyWork,
  { trade_no, service }: OrderRow,
  { instrument = '' }: PaymentState,
): Promise<void> {
  if (instrument === '') return
  const hash = sealer.keyedHash(`instrument ${service}\n${instrument}`)
  await updateOrder(trx, trade_no, { instrument: hash })
}

/** Another number is another payment of the same order. */
async function notePayment(work: MoneyWork, { order, state }: OrderState): Promise<void> {
  const { payment } = state
  if (payment === '' || payment === order.provider_trade_no) return
  if (order.provider_trade_no === '') {
    // Credited by hand before.
    await updateOrder(work.trx, order.trade_no, { provider_trade_no: payment })
  } else {
    await openFor(work, { order, state }, 'paid_again')
  }
}

async function applyRefunds(work: MoneyWork, { order, state, source }: Application): Promise<void> {
  const { refundedCents, isRefundUnclear = false } = state
  // An answer cannot tell what is booked already; a notice is about something new.
  if (isRefundUnclear && (source === 'notice' || order.refunded_cents === 0)) {
    await openFor(work, { order, state }, 'refund_unclear')
  }
  if (refundedCents === undefined) return
  const told = Math.min(refundedCents, order.money_cents)
  const total = source === 'notice' ? Math.max(told, order.refunded_cents) : told
  if (total !== order.refunded_cents) await bookRefunds(work, order, total)
}

interface OrderState {
  readonly order: OrderRow
  readonly state: PaymentState
}

async function openFor(
  work: MoneyWork,
  { order, state }: OrderState,
  reason: 'amount_differs' | 'paid_again' | 'not_booked' | 'refund_unclear',
): Promise<void> {
  const { payment, money } = state
  await openCase(work, {
    service: order.service,
    trade_no: order.trade_no,
    reason,
    payment,
    money_cents: money.cents ?? 0,
    currency: money.currency,
  })
}
