/** Asks payment services how orders stand, so that no payment is lost with its notice. */
import { findOrder, type OrderRow, ordersToAsk, updateOrder } from '../../../db/tables/orders'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { nextAskAt } from '../../domain/payments/ask-times'
import { optionValues } from '../options/current'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { openAccount } from './accounts'
import { applyState } from './apply'

/** What others apply meanwhile makes an answer worthless, but not for ever. */
const MOST_TRIES = 5

export async function existingOrder({ db }: ServiceDeps, tradeNo: string): Promise<OrderRow> {
  const order = await findOrder(db.reader, tradeNo)
  if (order === undefined) throw new GatewayError('payment.order_not_found')
  return order
}

/**
 * Asks about one order, applies the answer, and returns the order as it is then. Throws
 * `payment.order_not_found`, `payment.closed`, `payment.cannot_ask`, `payment.service_failed`.
 */
export async function askOrder(
  deps: ServiceDeps,
  actor: Actor,
  tradeNo: string,
): Promise<OrderRow> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const order = await existingOrder(deps, tradeNo)
    const state = await askAbout(deps, actor, order)
    const applied = await applyState(deps, actor, { order, state, source: 'answer' })
    if (applied !== 'stale') break
  }
  return await existingOrder(deps, tradeNo)
}

async function askAbout(deps: ServiceDeps, actor: Actor, order: OrderRow) {
  try {
    const { ask } = await openAccount(deps, order.service)
    if (ask === undefined) throw new GatewayError('payment.cannot_ask')
    return await ask(order)
  } catch (error) {
    await postpone(deps, actor, { order, error })
    throw error
  }
}

/** An order that the service has said nothing about is asked about again, later. */
async function postpone(
  deps: ServiceDeps,
  actor: Actor,
  { order, error }: { readonly order: OrderRow; readonly error: unknown },
): Promise<void> {
  const isKnown = error instanceof GatewayError
  const ask_problem = isKnown ? messageOf(error, 'en') : 'internal error'
  const now = nowSeconds(deps.clock)
  const createdAt = order.create_time
  const isOpen = order.ask_time > 0 && !(isKnown && error.id === 'payment.cannot_ask')
  await transact(deps, actor, async ({ trx }) => {
    await updateOrder(trx, order.trade_no, {
      asked_time: now,
      ask_problem,
      ask_time: isOpen ? nextAskAt({ createdAt, now, isAnswered: false }) : 0,
    })
  })
}

/** People wait for the answer, and press the key again. */
const LEAST_SECONDS_APART = 5

/** The buyer's own question; one that was answered a moment ago is not sent again. */
export async function askOwnOrder(
  deps: ServiceDeps,
  actor: Actor,
  { userId, tradeNo }: { readonly userId: number; readonly tradeNo: string },
): Promise<OrderRow> {
  const order = await existingOrder(deps, tradeNo)
  if (order.user_id !== userId) throw new GatewayError('payment.order_not_found')
  const isRecent = nowSeconds(deps.clock) - order.asked_time < LEAST_SECONDS_APART
  if (order.ask_time === 0 || isRecent) return order
  try {
    return await askOrder(deps, { ...SYSTEM_ACTOR, requestId: actor.requestId }, tradeNo)
  } catch (error) {
    // How it stands here can be shown all the same.
    if (error instanceof GatewayError) return await existingOrder(deps, tradeNo)
    throw error
  }
}

const MOST_AT_ONCE = 100
/** A service that is down is not asked about every order that waits for it. */
const MOST_FAILURES = 3

/** Asks about every order whose time has come; returns how many were asked about. */
export async function askDueOrders(deps: ServiceDeps): Promise<number> {
  const now = nowSeconds(deps.clock)
  const due = await ordersToAsk(deps.db.reader, { now, limit: MOST_AT_ONCE })
  const byService = Map.groupBy(due, ({ service }) => service)
  const counts = await Promise.all(
    [...byService].map(async ([service, orders]) => await askInTurn(deps, service, orders)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

async function askInTurn(
  deps: ServiceDeps,
  service: string,
  orders: readonly OrderRow[],
): Promise<number> {
  let failures = 0
  let count = 0
  for (const { trade_no } of orders) {
    if (failures === MOST_FAILURES) break
    count += 1
    try {
      await askOrder(deps, { ...SYSTEM_ACTOR, name: service }, trade_no)
      failures = 0
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      failures += 1
    }
  }
  return count
}

/** Whether the service of an order can be asked, and does refunds, as the options are. */
export async function abilitiesOf(deps: ServiceDeps, { service }: Pick<OrderRow, 'service'>) {
  const options = await optionValues(deps.db.reader)
  try {
    const account = await openAccount(deps, service, options)
    return { can_ask: account.ask !== undefined, can_refund: account.refund !== undefined }
  } catch (error) {
    if (error instanceof GatewayError) return { can_ask: false, can_refund: false }
    throw error
  }
}
