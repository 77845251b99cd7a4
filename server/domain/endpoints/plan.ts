/** Plans, and the subscriptions of those who hold them. */
import { type Static, Type } from '@sinclair/typebox'
import { PERIOD_UNITS } from '../plans/new-plan'
import { SUBSCRIPTION_STATES } from '../plans/subscription-account'
import { AllowanceSchema, TermsSchema } from '../plans/terms'
import {
  endpoint,
  IdParams,
  Nothing,
  OptionalInteger,
  OptionalText,
  oneOf,
  PageQuery,
  pageOf,
} from './endpoint'

const PlanFields = {
  name: Type.String(),
  /** Markdown. */
  description: Type.String(),
  /** Credits for a period. */
  price: Type.Integer({ minimum: 0 }),
  period_unit: oneOf(PERIOD_UNITS),
  period_count: Type.Integer({ minimum: 1 }),
  /** A period follows the last one until somebody cancels it. */
  renews: Type.Boolean(),
  /** Users can buy it themselves. */
  on_sale: Type.Boolean(),
  enabled: Type.Boolean(),
  /** Of several plans the lowest pays first. */
  priority: Type.Integer({ minimum: 0 }),
  /** How often a user may have it in all; 0 for as often as they like. */
  most_per_user: Type.Integer({ minimum: 0 }),
  /** How long a subscription waits for the price of its next period. */
  grace_hours: Type.Integer({ minimum: 0 }),
  terms: TermsSchema,
}

const PlanJson = Type.Object({
  id: Type.Integer(),
  ...PlanFields,
  /** Subscriptions in force, and those that have ended. */
  active: Type.Integer(),
  ended: Type.Integer(),
  /** Credits that the periods in force were sold for. */
  revenue: Type.Integer(),
})
type PlanJson = Static<typeof PlanJson>

const TERMS: PlanJson['terms'] = {
  budget: 10_000_000,
  allowances: [{ kind: 'budget', window: '5h', amount: 1_000_000, starts: 'first_use' }],
  models: ['gpt-*'],
  groups: [],
  overflow: 'wallet',
  carry_over: 0,
  zone: 'UTC',
}

const PLAN: PlanJson = {
  id: 1,
  name: 'Pro',
  description: 'For every day.',
  price: 7_500_000,
  period_unit: 'month',
  period_count: 1,
  renews: true,
  on_sale: true,
  enabled: true,
  priority: 0,
  most_per_user: 0,
  grace_hours: 72,
  terms: TERMS,
  active: 3,
  ended: 1,
  revenue: 22_500_000,
}

const SubscriptionJson = Type.Object({
  id: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  plan_id: Type.Integer(),
  name: Type.String(),
  state: oneOf(SUBSCRIPTION_STATES),
  terms: TermsSchema,
  /** Credits for a period. */
  price: Type.Integer(),
  /** Credits of the period's budget that are left; `null` where it has none. */
  remain: Type.Union([Type.Integer(), Type.Null()]),
  /** Credits that it has paid in all. */
  used: Type.Integer(),
  windows: Type.Array(
    Type.Composite([
      AllowanceSchema,
      Type.Object({
        used: Type.Integer(),
        /** Epoch milliseconds at which it counts anew; `null` while no window is open. */
        resets_at: Type.Union([Type.Integer(), Type.Null()]),
      }),
    ]),
  ),
  /** Epoch milliseconds. */
  period_start: Type.Integer(),
  period_end: Type.Integer(),
  renews: Type.Boolean(),
  /** Until when it is waited for the price of the next period; 0 for not. */
  grace_until: Type.Integer(),
  /** Who or what it comes from: `admin`, `balance`, `order`, `code` or `welcome`. */
  source: Type.String(),
  /** Who pays for the next period: `balance`, or a payment service such as `stripe`. */
  renewed_by: Type.String(),
  end_reason: Type.String(),
  created_at: Type.Integer(),
  ended_at: Type.Integer(),
  /** Credits that would be given back if it ended now. */
  refund: Type.Integer(),
})
type SubscriptionJson = Static<typeof SubscriptionJson>

const SUBSCRIPTION: SubscriptionJson = {
  id: 7,
  user_id: 2,
  username: 'ann',
  plan_id: 1,
  name: 'Pro',
  state: 'active',
  terms: TERMS,
  price: 7_500_000,
  remain: 9_400_000,
  used: 600_000,
  windows: [
    {
      kind: 'budget',
      window: '5h',
      amount: 1_000_000,
      starts: 'first_use',
      used: 600_000,
      resets_at: 1_795_000_000_000,
    },
  ],
  period_start: 1_794_900_000_000,
  period_end: 1_797_492_000_000,
  renews: true,
  grace_until: 0,
  source: 'balance',
  renewed_by: 'balance',
  end_reason: '',
  created_at: 1_794_900_000_000,
  ended_at: 0,
  refund: 7_050_000,
}

const SubscriptionPage = pageOf(SubscriptionJson)
const PAGE = { items: [SUBSCRIPTION], total: 1, page: 1, page_size: 10 }
const Made = Type.Object({ id: Type.Integer() })
const Refunded = Type.Object({ refund: Type.Integer() })
const Renewal = Type.Object({ renews: Type.Boolean() })
const Chosen = Type.Object({
  plan_id: Type.Integer({ minimum: 1 }),
  /** Credits that the buyer was told; another price is refused. */
  price: OptionalInteger,
})
const State = Type.Optional(oneOf(SUBSCRIPTION_STATES))

const DONE_TO = {
  method: 'POST',
  role: 'admin',
  params: IdParams,
  data: Nothing,
  example: undefined,
} as const

const OWN = { role: 'user', organisation: 'pay' } as const

export const planEndpoints = [
  endpoint({
    id: 'plan.list',
    method: 'GET',
    path: '/api/plan/',
    role: 'admin',
    heavy: true,
    data: Type.Array(PlanJson),
    summary: 'Lists the plans, with how many hold each of them.',
    example: [PLAN],
  }),
  endpoint({
    id: 'plan.on_sale',
    method: 'GET',
    path: '/api/plan/on-sale',
    role: 'user',
    heavy: true,
    organisation: 'read',
    data: Type.Array(PlanJson),
    summary: 'Lists the plans that users can buy.',
    example: [PLAN],
  }),
  endpoint({
    id: 'plan.public',
    method: 'GET',
    path: '/api/plan/public',
    role: 'anonymous',
    organisation: 'any',
    limit: 'page',
    heavy: true,
    data: Type.Array(PlanJson),
    isCacheable: true,
    summary: 'Lists the plans on sale to whoever looks at the prices.',
    example: [{ ...PLAN, active: 0, ended: 0, revenue: 0 }],
  }),
  endpoint({
    id: 'plan.create',
    method: 'POST',
    path: '/api/plan/',
    role: 'root',
    body: Type.Object(PlanFields),
    data: PlanJson,
    summary: 'Makes a plan.',
    example: PLAN,
  }),
  endpoint({
    id: 'plan.update',
    method: 'PUT',
    path: '/api/plan/:id',
    role: 'root',
    params: IdParams,
    body: Type.Partial(Type.Object(PlanFields)),
    data: PlanJson,
    summary: 'Changes a plan; counts for periods that begin from now on.',
    example: PLAN,
  }),
  endpoint({
    id: 'plan.remove',
    method: 'DELETE',
    path: '/api/plan/:id',
    role: 'root',
    params: IdParams,
    data: Nothing,
    summary: 'Removes a plan that nobody has had.',
    example: undefined,
  }),
  endpoint({
    id: 'subscription.list',
    method: 'GET',
    path: '/api/subscription/',
    role: 'admin',
    heavy: true,
    query: Type.Composite([
      PageQuery,
      Type.Object({
        user_id: OptionalInteger,
        username: OptionalText,
        plan_id: OptionalInteger,
        state: State,
      }),
    ]),
    data: SubscriptionPage,
    summary: 'Lists who holds which plan, newest first.',
    example: PAGE,
  }),
  endpoint({
    id: 'subscription.list_own',
    method: 'GET',
    path: '/api/subscription/self',
    role: 'user',
    heavy: true,
    organisation: 'read',
    query: Type.Composite([PageQuery, Type.Object({ state: State })]),
    data: SubscriptionPage,
    summary: "Lists the caller's subscriptions, with what is used of their windows.",
    example: PAGE,
  }),
  endpoint({
    id: 'subscription.show',
    method: 'GET',
    path: '/api/subscription/:id',
    role: 'admin',
    params: IdParams,
    data: SubscriptionJson,
    summary: 'Shows a subscription.',
    example: SUBSCRIPTION,
  }),
  endpoint({
    id: 'subscription.grant',
    method: 'POST',
    path: '/api/subscription/',
    role: 'admin',
    body: Type.Object({
      user_id: Type.Integer({ minimum: 1 }),
      plan_id: Type.Integer({ minimum: 1 }),
      renews: Type.Optional(Type.Boolean()),
    }),
    data: Made,
    summary: 'Gives a user or an organisation a plan at no charge.',
    example: { id: 7 },
  }),
  endpoint({
    ...OWN,
    id: 'subscription.buy',
    marksBrowser: true,
    method: 'POST',
    path: '/api/subscription/self',
    body: Type.Composite([Chosen, Type.Object({ promo_code: OptionalText })]),
    data: Made,
    summary: 'Buys a plan from the balance.',
    example: { id: 7 },
  }),
  endpoint({
    ...OWN,
    id: 'subscription.renewal_own',
    method: 'PUT',
    path: '/api/subscription/self/:id/renewal',
    params: IdParams,
    body: Renewal,
    data: Nothing,
    summary: 'Cancels a subscription at the end of its period, or lets it go on after all.',
    example: undefined,
  }),
  endpoint({
    ...OWN,
    id: 'subscription.switch_own',
    method: 'POST',
    path: '/api/subscription/self/:id/switch',
    params: IdParams,
    body: Chosen,
    data: Made,
    summary: 'Ends a subscription, credits the time that is left, and buys another plan.',
    example: { id: 8 },
  }),
  endpoint({
    id: 'subscription.renewal',
    method: 'PUT',
    path: '/api/subscription/:id/renewal',
    role: 'admin',
    params: IdParams,
    body: Renewal,
    data: Nothing,
    summary: 'Cancels a subscription at the end of its period, or lets it go on after all.',
    example: undefined,
  }),
  endpoint({
    ...DONE_TO,
    id: 'subscription.pause',
    path: '/api/subscription/:id/pause',
    summary: 'Pauses a subscription; the time is added at its end.',
  }),
  endpoint({
    ...DONE_TO,
    id: 'subscription.continue',
    path: '/api/subscription/:id/continue',
    summary: 'Continues a paused subscription.',
  }),
  endpoint({
    ...DONE_TO,
    id: 'subscription.reset',
    path: '/api/subscription/:id/reset',
    summary: 'Sets what is used of a subscription to nothing; its windows stay.',
  }),
  endpoint({
    id: 'subscription.end',
    method: 'POST',
    path: '/api/subscription/:id/end',
    role: 'admin',
    params: IdParams,
    body: Type.Object({ refund: Type.Boolean() }),
    data: Refunded,
    summary: 'Ends a subscription at once, with or without a refund of what is left.',
    example: { refund: 250_000 },
  }),
] as const
