/** Codes that make orders cheaper: made by admins, typed by whoever buys. */
import { type Static, Type } from '@sinclair/typebox'
import { PROMO_SCOPES, PROMO_USE_STATES, WHOLE_PRICE } from '../payments/promo-code'
import { endpoint, IdParams, Nothing, OptionalText, oneOf, PageQuery, pageOf } from './endpoint'

const Fields = {
  /** Letters, digits, "-" and "_"; "" for one that is drawn. */
  code: Type.String(),
  note: Type.String(),
  /** Basis points of the price: 2000 for 20 percent. Either this or `amount_off` is above 0. */
  percent_off: Type.Integer({ minimum: 0, maximum: WHOLE_PRICE }),
  /** Credits. */
  amount_off: Type.Integer({ minimum: 0 }),
  /** Credits that a percentage takes off at most; 0 for no bound. */
  most_off: Type.Integer({ minimum: 0 }),
  applies_to: oneOf(PROMO_SCOPES),
  /** Ids of the plans that it is for; none for all of them. */
  plans: Type.Array(Type.Integer()),
  /** Credits that an order is worth at least, before the discount. */
  least_order: Type.Integer({ minimum: 0 }),
  /** For buyers who have bought nothing yet. */
  first_order: Type.Boolean(),
  /** 0 for no limit. */
  most_uses: Type.Integer({ minimum: 0 }),
  most_per_user: Type.Integer({ minimum: 0 }),
  enabled: Type.Boolean(),
  /** Epoch ms; 0 for at once, and for without an end. */
  starts_at: Type.Integer({ minimum: 0 }),
  ends_at: Type.Integer({ minimum: 0 }),
}

const PromoCodeJson = Type.Object({
  id: Type.Integer(),
  ...Fields,
  /** Orders and plans that were paid with it. */
  used: Type.Integer(),
  /** Orders that wait for their payment; they count against the limits. */
  held: Type.Integer(),
  /** Credits that the paid ones were cheaper by. */
  credits_off: Type.Integer(),
  /** Epoch ms. */
  created_at: Type.Integer(),
})
export type PromoCodeJson = Static<typeof PromoCodeJson>

const EXAMPLE: PromoCodeJson = {
  id: 3,
  code: 'SPRING20',
  note: 'Spring campaign',
  percent_off: 2000,
  amount_off: 0,
  most_off: 5_000_000,
  applies_to: 'all',
  plans: [],
  least_order: 2_500_000,
  first_order: false,
  most_uses: 500,
  most_per_user: 1,
  enabled: true,
  starts_at: 0,
  ends_at: 1_797_492_000_000,
  used: 41,
  held: 2,
  credits_off: 82_000_000,
  created_at: 1_794_900_000_000,
}

const UseJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  /** "" once the account is gone. */
  username: Type.String(),
  /** Number of the order, or `subscription:7` of a plan that the balance has paid. */
  reference: Type.String(),
  state: oneOf(PROMO_USE_STATES),
  credits_off: Type.Integer(),
  /** Hundredths of the currency; 0 where the balance has paid. */
  cents_off: Type.Integer(),
  currency: Type.String(),
  /** Epoch ms. */
  created_at: Type.Integer(),
  changed_at: Type.Integer(),
})

const EXAMPLE_USE: Static<typeof UseJson> = {
  id: 12,
  user_id: 7,
  username: 'ann',
  reference: 'USR7NOa1B2c31712800000',
  state: 'used',
  credits_off: 1_000_000,
  cents_off: 1460,
  currency: 'CNY',
  created_at: 1_794_900_000_000,
  changed_at: 1_794_900_060_000,
}

const OF_ADMIN = { role: 'admin', secondFactor: 'fresh' } as const

export const promoCodeEndpoints = [
  endpoint({
    id: 'promo_code.list',
    method: 'GET',
    path: '/api/promo-code/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([PageQuery, Type.Object({ keyword: OptionalText })]),
    data: pageOf(PromoCodeJson),
    summary: 'Lists promo codes with what they were used for, newest first.',
    example: { items: [EXAMPLE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    id: 'promo_code.show',
    method: 'GET',
    path: '/api/promo-code/:id',
    role: 'admin',
    params: IdParams,
    data: PromoCodeJson,
    summary: 'Shows a promo code.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'promo_code.uses',
    method: 'GET',
    path: '/api/promo-code/:id/uses',
    role: 'admin',
    heavy: true,
    params: IdParams,
    query: PageQuery,
    data: pageOf(UseJson),
    summary: 'Lists the orders and plans that were bought with a promo code, newest first.',
    example: { items: [EXAMPLE_USE], total: 1, page: 1, page_size: 10 },
  }),
  endpoint({
    ...OF_ADMIN,
    id: 'promo_code.create',
    method: 'POST',
    path: '/api/promo-code/',
    body: Type.Partial(Type.Object(Fields)),
    data: PromoCodeJson,
    summary: 'Makes a promo code; without `code` one is drawn.',
    example: EXAMPLE,
  }),
  endpoint({
    ...OF_ADMIN,
    id: 'promo_code.update',
    method: 'PUT',
    path: '/api/promo-code/:id',
    params: IdParams,
    body: Type.Partial(Type.Object(Fields)),
    data: PromoCodeJson,
    summary: 'Changes a promo code; orders that were made before stay as they are.',
    example: EXAMPLE,
  }),
  endpoint({
    id: 'promo_code.remove',
    method: 'DELETE',
    path: '/api/promo-code/:id',
    role: 'admin',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a promo code that nothing was ordered with.',
    example: undefined,
  }),
  endpoint({
    id: 'promo_code.price',
    method: 'POST',
    path: '/api/promo-code/price',
    role: 'user',
    organisation: 'pay',
    reads: true,
    body: Type.Object({ promo_code: Type.String(), plan_id: Type.Integer({ minimum: 1 }) }),
    data: Type.Object({
      /** Credits. */
      price: Type.Integer(),
      credits_off: Type.Integer(),
      to_pay: Type.Integer(),
    }),
    summary:
      'Tells what a plan costs from the balance with a promo code; what an order costs with one ' +
      'tells `payment.amount`.',
    example: { price: 7_500_000, credits_off: 1_500_000, to_pay: 6_000_000 },
  }),
] as const
