/** Orders: their lists, and what is done about one of them. */
import { type Static, Type } from '@sinclair/typebox'
import { ORDER_SORTS } from '../resources/orders'
import {
  endpoint,
  IdParams,
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
  /** epay, stripe, alipay …; "" of an order that a code has made free. */
  service: Type.String(),
  /** ISO 4217. */
  currency: Type.String(),
  /** Of a plan; 0 for credits. */
  plan_id: Type.Integer(),
  plan_name: Type.String(),
  /**
   * begun or renewed; or gone, had_already or missed, when the money stays in the balance; "" until
   * it was paid.
   */
  plan_outcome: Type.String(),
  subscription_id: Type.Integer(),
  /** What has gone back, of the money and of the credits. */
  refunded_cents: Type.Integer(),
  refunded_credits: Type.Integer(),
  /** That made it cheaper; "" for none. */
  promo_code: Type.String(),
  /** By how much: of the money, in hundredths, and of the price, in credits. */
  cents_off: Type.Integer(),
  credits_off: Type.Integer(),
  /** When the service is asked next and was asked last, epoch seconds; 0 for never. */
  ask_time: Type.Integer(),
  asked_time: Type.Integer(),
  /** Why it did not answer. */
  ask_problem: Type.String(),
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
  service: 'epay',
  currency: 'CNY',
  plan_id: 0,
  plan_name: '',
  plan_outcome: '',
  subscription_id: 0,
  refunded_cents: 0,
  refunded_credits: 0,
  promo_code: '',
  cents_off: 0,
  credits_off: 0,
  ask_time: 0,
  asked_time: 1_712_800_050,
  ask_problem: '',
}

const CaseJson = Type.Object({
  id: Type.Integer(),
  service: Type.String(),
  /** "" where the service names none. */
  trade_no: Type.String(),
  reason: Type.String(),
  /** The service's number of the payment. */
  payment: Type.String(),
  money_cents: Type.Integer(),
  currency: Type.String(),
  /** What the service says, in its words. */
  told: Type.String(),
  /** How often the same was seen. */
  seen: Type.Integer(),
  /** Epoch milliseconds; 0 while it is open. */
  created_at: Type.Integer(),
  last_at: Type.Integer(),
  closed_at: Type.Integer(),
  closed_by: Type.String(),
  note: Type.String(),
})

const EXAMPLE_CASE: Static<typeof CaseJson> = {
  id: 2,
  service: 'epay',
  trade_no: 'USR7NOa1B2c31712800000',
  reason: 'amount_differs',
  payment: '2024041122001',
  money_cents: 100,
  currency: 'CNY',
  told: '',
  seen: 3,
  created_at: 1_712_800_060_000,
  last_at: 1_712_800_360_000,
  closed_at: 0,
  closed_by: '',
  note: '',
}

const DifferenceJson = Type.Object({
  trade_no: Type.String(),
  service: Type.String(),
  user_id: Type.Integer(),
  /** paid_there, paid_here, amount, refunded or no_answer. */
  kind: Type.String(),
  here: Type.String(),
  there: Type.String(),
})

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
    service: OptionalText,
    start_timestamp: OptionalInteger,
    end_timestamp: OptionalInteger,
  }),
])

export const orderEndpoints = [
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
    data: Type.Composite([
      OrderPage,
      /** Payments that wait for a person. */
      Type.Object({ open_cases: Type.Integer() }),
    ]),
    summary: 'Lists the orders of online top-ups, of all users or of one, newest first.',
    example: { ...EXAMPLE_PAGE, open_cases: 0 },
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
      Type.Object({
        booking: Type.Union([BookingJson, Type.Null()]),
        cases: Type.Array(CaseJson),
        /** What its payment service can do, as it is set up now. */
        can_ask: Type.Boolean(),
        can_refund: Type.Boolean(),
      }),
    ]),
    summary: 'Shows an order with the line of the ledger that credited it.',
    example: {
      ...EXAMPLE,
      ...{ booking: EXAMPLE_BOOKING, cases: [], can_ask: true, can_refund: true },
    },
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
  endpoint({
    id: 'payment.ask_own',
    method: 'POST',
    path: '/api/order/self/:trade_no/ask',
    role: 'user',
    organisation: 'pay',
    params: TradeParams,
    data: OrderJson,
    summary: 'Answers an own order, after asking its payment service when it is not paid yet.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'payment.ask',
    method: 'POST',
    path: '/api/order/:trade_no/ask',
    role: 'admin',
    params: TradeParams,
    data: OrderJson,
    summary: 'Asks the payment service how an order stands, and books what it answers.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'payment.refund',
    method: 'POST',
    path: '/api/order/:trade_no/refund',
    role: 'admin',
    secondFactor: 'fresh',
    params: TradeParams,
    body: Type.Object({
      /** In hundredths; what is left of the money when absent. */
      cents: Type.Optional(Type.Integer({ minimum: 1 })),
    }),
    data: OrderJson,
    summary: 'Sends money of an order back by its payment service, and takes the credits off.',
    example: { ...EXAMPLE, refunded_cents: 7300, refunded_credits: 5_000_000 },
  }),
  endpoint({
    id: 'payment.cases',
    method: 'GET',
    path: '/api/order/cases',
    role: 'admin',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ open: Type.Optional(Type.Boolean()) })]),
    data: pageOf(CaseJson),
    summary: 'Lists payments that fit no order, and whatever else a person has to look at.',
    example: { items: [EXAMPLE_CASE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'payment.close_case',
    method: 'POST',
    path: '/api/order/cases/:id/close',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ note: OptionalText }),
    data: Nothing,
    summary: 'Closes a payment case, with a note of what was done.',
    example: undefined,
  }),
  endpoint({
    id: 'payment.reconcile',
    method: 'POST',
    path: '/api/order/reconcile',
    role: 'admin',
    heavy: true,
    reads: true,
    body: Type.Object({ days: OptionalInteger }),
    data: Type.Object({
      compared: Type.Integer(),
      /** Of services that cannot be asked. */
      skipped: Type.Integer(),
      differences: Type.Array(DifferenceJson),
    }),
    summary: 'Compares the orders of the last days with what their payment services say.',
    example: {
      compared: 12,
      skipped: 0,
      differences: [
        {
          trade_no: 'USR7NOa1B2c31712800000',
          service: 'epay',
          user_id: 7,
          kind: 'paid_there',
          here: 'expired 73.00 CNY',
          there: 'paid 73.00 CNY',
        },
      ],
    },
  }),
] as const
