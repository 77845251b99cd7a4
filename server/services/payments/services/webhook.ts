/**
 * Any other service: buyers are sent to an address, and the service, or a small program in front
 * of it, posts signed JSON. Signed as webhooks of jobs are: HMAC-SHA256 over time and body.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { OrderRow } from '../../../../db/tables/orders'
import { nowSeconds } from '../../../clock'
import { GatewayError } from '../../../domain/errors/gateway-error'
import { moneyText, parseMoney } from '../../../domain/money/top-up'
import type { OptionValues } from '../../../domain/options'
import { openSecret } from '../../options/secret'
import type { ServiceDeps } from '../../service-deps'
import { askService, jsonIn, serviceFailed } from './ask-service'
import { hmacOf, isHmacOf } from './hmac'
import type {
  Checkout,
  Notice,
  PaymentAccount,
  PaymentService,
  PaymentState,
  Purchase,
  RawNotice,
} from './service'

const TOLERANCE_SECONDS = 300

export const webhook: PaymentService = {
  id: 'webhook',
  price: ({ OtherPaymentCurrency, OtherPaymentUnitPrice }) => ({
    currency: OtherPaymentCurrency,
    perDollar: OtherPaymentUnitPrice,
  }),
  isOpen: ({ OtherPaymentUrl, OtherPaymentSecret }) =>
    OtherPaymentUrl !== '' && OtherPaymentSecret !== '',
  open: (deps, options) => accountOf(deps, options),
}

function accountOf(deps: ServiceDeps, options: OptionValues): PaymentAccount {
  const secret = openSecret(deps.sealer, options.OtherPaymentSecret)
  const now = () => nowSeconds(deps.clock)
  const { OtherPaymentUrl, OtherPaymentStateUrl } = options
  return {
    checkout: async (purchase) => checkoutOf(purchase, { url: OtherPaymentUrl, secret, at: now() }),
    readNotice: async (notice) => noticeOf(notice, { secret, now: now() }),
    ...(OtherPaymentStateUrl !== '' && {
      ask: async (order) => {
        const at = String(now())
        const url = filled(OtherPaymentStateUrl, { order: order.trade_no })
        const headers = {
          'x-webhook-timestamp': at,
          'x-webhook-signature': hmacOf(`${at}.${order.trade_no}`, secret),
        }
        return answeredState(await askService(deps, 'webhook', { url, headers }), order)
      },
    }),
  }
}

interface CheckoutPlace {
  readonly url: string
  readonly secret: string
  readonly at: number
}

function checkoutOf(purchase: Purchase, { url, secret, at }: CheckoutPlace): Checkout {
  const { order, email, returnUrl, noticeUrl } = purchase
  const { trade_no, money_cents, currency } = order
  const amount = moneyText(money_cents)
  const fields = {
    order: trade_no,
    amount,
    currency,
    email,
    return_url: returnUrl,
    notify_url: noticeUrl,
    timestamp: String(at),
    // Without it a buyer could change the amount in the address.
    signature: hmacOf(`${at}.${trade_no}.${amount}.${currency}`, secret),
  }
  return { url: filled(url, fields), fields: {}, id: '' }
}

function filled(template: string, fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields).reduce(
    (url, [name, value]) => url.replaceAll(`{${name}}`, encodeURIComponent(value)),
    template,
  )
}

const StateBody = Type.Object({
  order: Type.String({ minLength: 1, maxLength: 128 }),
  status: Type.Union([Type.Literal('open'), Type.Literal('paid'), Type.Literal('closed')]),
  amount: Type.String({ maxLength: 20 }),
  currency: Type.String({ maxLength: 10 }),
  payment: Type.Optional(Type.String({ maxLength: 128 })),
  refunded: Type.Optional(Type.String({ maxLength: 20 })),
})

interface Keeper {
  readonly secret: string
  readonly now: number
}

function noticeOf({ body, header }: RawNotice, { secret, now }: Keeper): Notice {
  const at = header('x-webhook-timestamp')
  const isSigned = isHmacOf(`${at}.${body}`, secret, header('x-webhook-signature'))
  const isFresh = /^\d{1,12}$/.test(at) && Math.abs(now - Number(at)) <= TOLERANCE_SECONDS
  if (!isSigned || !isFresh) throw new GatewayError('payment.signature_invalid')
  const reported = jsonIn(body)
  if (!Value.Check(StateBody, reported)) throw new GatewayError('payment.notice_unreadable')
  return { kind: 'state', tradeNo: reported.order, state: stateOf(reported) }
}

function stateOf(reported: Static<typeof StateBody>): PaymentState {
  const { status, payment = '', amount, currency, refunded } = reported
  const money = { cents: parseMoney(amount), currency: currency.toUpperCase() }
  const refundedCents = refunded === undefined ? undefined : parseMoney(refunded)
  const isRefundUnclear = refunded !== undefined && refundedCents === undefined
  return { state: status, payment, money, refundedCents, isRefundUnclear }
}

function answeredState(
  { status, text }: { readonly status: number; readonly text: string },
  order: OrderRow,
): PaymentState {
  const reported = jsonIn(text)
  if (status !== 200 || !Value.Check(StateBody, reported))
    throw serviceFailed('webhook', `HTTP ${status}`)
  if (reported.order !== order.trade_no)
    throw serviceFailed('webhook', 'answered for another order')
  return stateOf(reported)
}
