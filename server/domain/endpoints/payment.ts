/**
 * Online top-ups. The two calls of the wallet answer `message: "success"` or `"error"` with the
 * result or the reason in `data`, as this family always had it; `success` and `code` stand
 * beside them as everywhere.
 */
import { type Static, Type } from '@sinclair/typebox'
import { PAYMENT_SERVICE_IDS } from '../payments/services'
import { endpoint, Nothing, OptionalInteger, OptionalText, oneOf } from './endpoint'

/** Whatever front ends make of an input field; a fraction or null is answered in the shape. */
const Amount = Type.Optional(Type.Unknown())

const Wanted = {
  amount: Amount,
  top_up_code: OptionalText,
  /** Instead of an amount. */
  plan_id: OptionalInteger,
  /** Credits that the buyer of the plan was told; another price is refused. */
  price: OptionalInteger,
  /** That makes it cheaper. */
  promo_code: OptionalText,
} as const

const MethodJson = Type.Object({
  id: Type.String(),
  service: Type.String(),
  /** As the operator calls it; "" for one that everybody knows. */
  name: Type.String(),
  /** ISO 4217. */
  currency: Type.String(),
  /** Of the currency per dollar, before the ratio of the buyer's group. */
  per_dollar: Type.Number(),
  /** It charges for the periods of a plan by itself. */
  renews: Type.Boolean(),
  /** It has pages where the caller manages cards, receipts and renewals. */
  has_portal: Type.Boolean(),
})

const METHOD: Static<typeof MethodJson> = {
  id: 'alipay',
  service: 'epay',
  name: '',
  currency: 'CNY',
  per_dollar: 7.3,
  renews: false,
  has_portal: false,
}

export const paymentEndpoints = [
  endpoint({
    id: 'payment.methods',
    method: 'GET',
    path: '/api/user/payment_methods',
    role: 'user',
    organisation: 'pay',
    data: Type.Array(MethodJson),
    summary: 'Lists the ways to pay that are open.',
    example: [METHOD],
  }),
  endpoint({
    id: 'payment.amount',
    method: 'POST',
    path: '/api/user/amount',
    role: 'user',
    organisation: 'pay',
    reads: true,
    body: Type.Object({ ...Wanted, payment_method: OptionalText }),
    data: Type.String(),
    summary:
      'Tells the money to pay for an amount or a plan; `currency` stands beside `data`, and with ' +
      'a promo code `money_off` and `credits`, which paying it credits.',
    example: '73.00',
  }),
  endpoint({
    id: 'payment.pay',
    method: 'POST',
    path: '/api/user/pay',
    role: 'user',
    marksBrowser: true,
    organisation: 'pay',
    body: Type.Object({
      ...Wanted,
      /** zfb, wx, or what `payment.methods` lists. */
      payment_method: OptionalText,
      /** The service charges for the periods of the plan that follow, too. */
      renews: Type.Optional(Type.Boolean()),
    }),
    data: Type.Union([Type.Record(Type.String(), Type.String()), Type.String()]),
    summary:
      'Orders an amount or a plan; answers the signed fields of a form and, beside `data`, the ' +
      '`url` that a browser posts them to, or `pay_link` where it only goes there, or `qr_code` ' +
      'that is scanned with a phone.',
    example: {
      pid: '1001',
      type: 'alipay',
      out_trade_no: 'USR7NOa1B2c31712800000',
      notify_url: 'https://gw.example/api/user/epay/notify',
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      sign_type: 'MD5',
      return_url: 'https://gw.example/topup?order=USR7NOa1B2c31712800000',
      sign: '0cc175b9c0f1b6a831c399e269772661',
    },
  }),
  endpoint({
    id: 'payment.portal',
    method: 'POST',
    path: '/api/user/payment_portal',
    role: 'user',
    organisation: 'pay',
    data: Type.Object({ url: Type.String() }),
    summary:
      'Opens the pages of the payment service for cards, receipts and renewals of the caller.',
    example: { url: 'https://billing.stripe.com/p/session/test_YWNjdF8x' },
  }),
  endpoint({
    id: 'payment.notify',
    method: 'GET',
    path: '/api/user/epay/notify',
    role: 'anonymous',
    bare: 'text/plain',
    data: Nothing,
    summary: 'The payment service tells that money has arrived; answers `success` or `fail`.',
    example: undefined,
  }),
  endpoint({
    id: 'payment.notify_post',
    method: 'POST',
    path: '/api/user/epay/notify',
    role: 'anonymous',
    demo: 'allowed',
    bare: 'text/plain',
    data: Nothing,
    summary: 'The same with the signed fields as a form, as some payment services send them.',
    example: undefined,
  }),
  endpoint({
    id: 'payment.service_notice',
    method: 'POST',
    path: '/api/payment/:service/notice',
    role: 'anonymous',
    demo: 'allowed',
    bare: 'application/json',
    params: Type.Object({ service: oneOf(PAYMENT_SERVICE_IDS) }),
    data: Nothing,
    summary: 'A payment service other than EPay tells, signed, that something changed.',
    example: undefined,
  }),
] as const
