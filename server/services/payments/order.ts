import { insertOrder, type OrderRow, updateOrder } from '../../../db/tables/orders'
import { findUser } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { agreedPlanText } from '../../domain/payments/agreed-plan'
import { firstAskAt } from '../../domain/payments/ask-times'
import { paymentMethod } from '../../domain/payments/services'
import { TOP_UP_STATUS } from '../../domain/status'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { openAccount } from './accounts'
import type { BuyerDevice, Checkout, PaymentAccount, Purchase } from './services/service'
import { type Quote, quoteFor, type Wanted } from './shop'

export interface OrderInput extends Wanted {
  /** `zfb` or `wx`, as front ends say; the names of the methods as well. */
  readonly paymentMethod: string
  readonly device?: BuyerDevice
}

const UNKNOWN_DEVICE: BuyerDevice = { isPhone: false, address: '' }

export interface OrderedCheckout extends Checkout {
  readonly tradeNo: string
}

/**
 * Notes an order and returns where it is paid. What it will credit is settled now, so a change of
 * prices cannot touch an order that is being paid.
 */
export async function orderPayment(
  deps: ServiceDeps,
  actor: Actor,
  input: OrderInput,
): Promise<OrderedCheckout> {
  const options = await optionValues(deps.db.reader)
  const method = paymentMethod(input.paymentMethod)
  const { service } = method ?? { service: 'epay' as const }
  const account = await openAccount(deps, service, options)
  if (method === undefined) {
    throw new GatewayError('payment.method_unknown', { method: input.paymentMethod })
  }
  const callbackAddress = options.CustomCallbackAddress || options.ServerAddress
  // Nobody could tell us that such an order was paid.
  if (callbackAddress === '') throw new GatewayError('payment.closed')
  const quote = await quoteFor(deps.db.reader, { options, service }, input)
  const order = await note(deps, actor, {
    ...{ userId: input.userId, method, quote },
    isAsked: account.ask !== undefined,
  })
  const { checkout } = account
  const { device = UNKNOWN_DEVICE } = input
  const purchase = await purchaseOf(deps, options, { order, quote, callbackAddress, device })
  return { ...(await checkedOut(deps, { checkout, purchase })), tradeNo: order.trade_no }
}

interface Noted {
  readonly userId: number
  readonly method: { readonly id: string; readonly service: string }
  readonly quote: Quote
  readonly isAsked: boolean
}

async function note(
  deps: ServiceDeps,
  actor: Actor,
  { userId, method, quote, isAsked }: Noted,
): Promise<OrderRow> {
  const createdAt = nowSeconds(deps.clock)
  const tradeNo = `USR${userId}NO${deps.random.text(6, ALPHANUMERIC)}${createdAt}`
  const facts = {
    user_id: userId,
    amount: quote.units,
    credits: quote.credits,
    money_cents: quote.moneyCents,
    payment_method: method.id,
  }
  const { plan } = quote
  return await transact(deps, actor, async (work) => {
    const order = await insertOrder(work.trx, {
      ...facts,
      trade_no: tradeNo,
      status: TOP_UP_STATUS.pending,
      create_time: createdAt,
      complete_time: 0,
      service: method.service,
      currency: quote.currency,
      ask_time: isAsked ? firstAskAt(createdAt) : 0,
      ...(plan !== undefined && { plan_id: plan.id, plan: agreedPlanText(plan) }),
    })
    const named = plan === undefined ? facts : { ...facts, plan: plan.name }
    await recordAudit(work, { action: 'order.create', target: `order:${tradeNo}`, after: named })
    return order
  })
}

interface Ordered {
  readonly order: OrderRow
  readonly quote: Quote
  readonly callbackAddress: string
  readonly device: BuyerDevice
}

async function purchaseOf(
  { db }: ServiceDeps,
  options: OptionValues,
  { order, quote, callbackAddress, device }: Ordered,
): Promise<Purchase> {
  const user = await findUser(db.reader, order.user_id)
  const isEpay = order.service === 'epay'
  const sold = quote.plan?.name ?? `$${quote.units}`
  return {
    ...{ order, device },
    // The item name that front ends of the family look for.
    title: isEpay && quote.plan === undefined ? `TUC${quote.units}` : titled(options, sold),
    email: user?.email ?? '',
    returnUrl: `${options.ServerAddress || callbackAddress}/topup?order=${order.trade_no}`,
    noticeUrl: isEpay
      ? `${callbackAddress}/api/user/epay/notify`
      : `${callbackAddress}/api/payment/${order.service}/notice`,
  }
}

function titled({ SystemName }: OptionValues, sold: string): string {
  return SystemName === '' ? sold : `${SystemName} ${sold}`
}

interface CheckingOut {
  readonly checkout: PaymentAccount['checkout']
  readonly purchase: Purchase
}

/** An order whose page could not be made is over: nobody can pay it. */
async function checkedOut(
  deps: ServiceDeps,
  { checkout, purchase }: CheckingOut,
): Promise<Checkout> {
  const { trade_no: tradeNo } = purchase.order
  const update = async (change: Parameters<typeof updateOrder>[2]) =>
    await transact(deps, SYSTEM_ACTOR, ({ trx }) => updateOrder(trx, tradeNo, change))
  try {
    const page = await checkout(purchase)
    if (page.id !== '') await update({ checkout_id: page.id })
    return page
  } catch (error) {
    await update({ status: TOP_UP_STATUS.expired, ask_time: 0 })
    throw error
  }
}
