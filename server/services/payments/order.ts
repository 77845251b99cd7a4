import { type OrderRow, updateOrder } from '../../../db/tables/orders'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { paymentMethod } from '../../domain/payments/services'
import { optionValues } from '../options/current'
import { withBoundOnRecord } from '../promotion/bounds'
import { type Actor, type ServiceDeps, SYSTEM_ACTOR } from '../service-deps'
import { transact } from '../work'
import { openAccount } from './accounts'
import { closeOrder } from './expire'
import { note, orderForNothing } from './note'
import { checkoutWith, renewalOf } from './recurring/checkout'
import type { BuyerDevice, Checkout, PaymentAccount, Purchase } from './services/service'
import { type Quote, quoteFor, type Wanted } from './shop'

export interface OrderInput extends Wanted {
  /** `zfb` or `wx`, as front ends say; the names of the methods as well. */
  readonly paymentMethod: string
  readonly device?: BuyerDevice
  /** The service charges for the periods of the plan that follow, too. */
  readonly renews?: boolean | undefined
}

const UNKNOWN_DEVICE: BuyerDevice = { isPhone: false, address: '' }

export interface OrderedCheckout extends Checkout {
  readonly tradeNo: string
}

/**
 * Notes an order and returns where it is paid. What it will credit is settled now, so a change of
 * prices cannot touch an order that is being paid. Throws as `quoteFor` and `renewalOf`,
 * `payment.closed`, `payment.method_unknown` and `payment.service_failed`.
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
  const asking = { options, service, nowMs: deps.clock.nowMs() }
  const quote = await quoteFor(deps.db.reader, asking, input)
  const renewal = input.renews === true ? renewalOf(account, { service, quote }) : undefined
  const onRecord = <T>(run: () => Promise<T>) =>
    withBoundOnRecord(deps, { actor, userId: input.userId }, run)
  if (quote.moneyCents === 0) {
    const tradeNo = await onRecord(() => orderForNothing(deps, actor, { ...input, method, quote }))
    return { url: returnUrl(options, callbackAddress, tradeNo), fields: {}, id: '', tradeNo }
  }
  const noted = { ...input, method, quote, isAsked: account.ask !== undefined }
  const order = await onRecord(() => transact(deps, actor, (work) => note(work, noted)))
  const checkout =
    renewal === undefined ? account.checkout : checkoutWith(deps, renewal, input.userId)
  const { device = UNKNOWN_DEVICE } = input
  const purchase = await purchaseOf(deps, options, { order, quote, callbackAddress, device })
  return { ...(await checkedOut(deps, { checkout, purchase })), tradeNo: order.trade_no }
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
    returnUrl: returnUrl(options, callbackAddress, order.trade_no),
    noticeUrl: isEpay
      ? `${callbackAddress}/api/user/epay/notify`
      : `${callbackAddress}/api/payment/${order.service}/notice`,
  }
}

function returnUrl({ ServerAddress }: OptionValues, otherwise: string, tradeNo: string): string {
  return `${ServerAddress || otherwise}/topup?order=${tradeNo}`
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
  try {
    const page = await checkout(purchase)
    if (page.id !== '') {
      await transact(deps, SYSTEM_ACTOR, async ({ trx }) => {
        await updateOrder(trx, tradeNo, { checkout_id: page.id })
      })
    }
    return page
  } catch (error) {
    await transact(deps, SYSTEM_ACTOR, (work) => closeOrder(work, tradeNo))
    throw error
  }
}
