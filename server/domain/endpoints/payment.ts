/**
 * Online top-ups. The two calls of the wallet answer `message: "success"` or `"error"` with the
 * result or the reason in `data`, as this family always had it; `success` and `code` stand
 * beside them as everywhere.
 */
import { type Static, Type } from '@sinclair/typebox'
import { ORDER_SORTS } from '../resources/orders'
import {
  endpoint,
  Nothing,
  OptionalInteger,
  OptionalText,
  PageQuery,
  pageOf,
  sortedBy,
} from './endpoint'

const OrderJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  /** Whose it is; "" once the account is gone. */
  username: Type.String(),
  /** Dollars. */
  amount: Type.Integer(),
  credits: Type.Integer(),
  money_cents: Type.Integer(),
  trade_no: Type.String(),
  /** As the payment service numbers it; "" until it was paid. */
  provider_trade_no: Type.String(),
  payment_method: Type.String(),
  /** pending, success or expired. */
  status: Type.String(),
  /** Epoch seconds; 0 for never. */
  create_time: Type.Integer(),
  complete_time: Type.Integer(),
})

const EXAMPLE: Static<typeof OrderJson> = {
  id: 3,
  user_id: 7,
  username: 'ann',
  amount: 10,
  credits: 5_000_000,
  money_cents: 7300,
  trade_no: 'USR7NOa1B2c31712800000',
  provider_trade_no: '2024041122001',
  payment_method: 'alipay',
  status: 'success',
  create_time: 1_712_800_000,
  complete_time: 1_712_800_060,
}

/** A line of the ledger. */
const BookingJson = Type.Object({
  id: Type.Integer(),
  /** Epoch milliseconds. */
  created_at: Type.Integer(),
  /** Credits. */
  user_delta: Type.Integer(),
})

const EXAMPLE_BOOKING = { id: 4711, created_at: 1_712_800_060_123, user_delta: 5_000_000 }

const TradeParams = Type.Object({ trade_no: Type.String({ minLength: 1, maxLength: 128 }) })

const OrderPage = pageOf(OrderJson)
const EXAMPLE_PAGE = { items: [EXAMPLE], total: 1, page: 1, page_size: 10 }
const OrderQuery = Type.Composite([
  PageQuery,
  sortedBy(ORDER_SORTS),
  Type.Object({
    status: OptionalText,
    start_timestamp: OptionalInteger,
    end_timestamp: OptionalInteger,
  }),
])

/** Whatever front ends make of an input field; a fraction or null is answered in the shape. */
const Amount = Type.Optional(Type.Unknown())

export const paymentEndpoints = [
  endpoint({
    id: 'payment.amount',
    method: 'POST',
    path: '/api/user/amount',
    role: 'user',
    organisation: 'pay',
    reads: true,
    body: Type.Object({ amount: Amount, top_up_code: OptionalText }),
    data: Type.String(),
    summary: 'Tells the money to pay for an amount.',
    example: '73.00',
  }),
  endpoint({
    id: 'payment.pay',
    method: 'POST',
    path: '/api/user/pay',
    role: 'user',
    organisation: 'pay',
    body: Type.Object({
      amount: Amount,
      top_up_code: OptionalText,
      /** zfb or wx. */
      payment_method: OptionalText,
    }),
    data: Type.Union([Type.Record(Type.String(), Type.String()), Type.String()]),
    summary:
      'Orders an amount; answers the signed fields of a form and, beside `data`, the `url` ' +
      'that a browser posts them to.',
    example: {
      pid: '1001',
      type: 'alipay',
      out_trade_no: 'USR7NOa1B2c31712800000',
      notify_url: 'https://gw.example/api/user/epay/notify',
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      sign_type: 'MD5',
      return_url: 'https://gw.example/log',
      sign: '0cc175b9c0f1b6a831c399e269772661',
    },
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
    id: 'payment.list',
    method: 'GET',
    path: '/api/order/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      OrderQuery,
      Type.Object({ user_id: OptionalInteger, username: OptionalText, trade_no: OptionalText }),
    ]),
    data: OrderPage,
    summary: 'Lists the orders of online top-ups, of all users or of one, newest first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'payment.list_own',
    method: 'GET',
    path: '/api/order/self',
    role: 'user',
    organisation: 'read',
    heavy: true,
    query: OrderQuery,
    data: OrderPage,
    summary: 'Lists the own orders, newest first.',
    example: EXAMPLE_PAGE,
  }),
  endpoint({
    id: 'payment.show',
    method: 'GET',
    path: '/api/order/:trade_no',
    role: 'admin',
    heavy: true,
    params: TradeParams,
    data: Type.Composite([
      OrderJson,
      Type.Object({ booking: Type.Union([BookingJson, Type.Null()]) }),
    ]),
    summary: 'Shows an order with the line of the ledger that credited it.',
    example: { ...EXAMPLE, booking: EXAMPLE_BOOKING },
  }),
  endpoint({
    id: 'payment.complete',
    method: 'POST',
    path: '/api/order/:trade_no/complete',
    role: 'admin',
    secondFactor: 'fresh',
    params: TradeParams,
    data: Type.Object({ trade_no: Type.String(), credits: Type.Integer() }),
    summary: 'Credits an order by hand, once, when the money came and its notice did not.',
    example: { trade_no: 'USR7NOa1B2c31712800000', credits: 5_000_000 },
  }),
] as const
