/** Plans, and the subscriptions in force, as the file of an export has them. */
import { type Static, Type } from '@sinclair/typebox'
import { PERIOD_UNITS } from './plans/new-plan'
import { MOST_ALLOWANCES } from './plans/terms'

const EXACT = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } as const
const integer = Type.Integer({ default: 0, ...EXACT })
const count = Type.Integer({ default: 0, minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const flag = Type.Union([Type.Literal(0), Type.Literal(1)], { default: 0 })
const text = Type.String({ default: '' })
const name = Type.String({ minLength: 1 })

const PERIOD = {
  period_unit: Type.Union(PERIOD_UNITS.map((unit) => Type.Literal(unit))),
  period_count: Type.Integer({ minimum: 1, maximum: 120 }),
  renews: flag,
  priority: count,
  grace_hours: count,
  price: count,
  /** JSON of the terms. */
  terms: name,
}

export const PlanRow = Type.Object({
  name,
  description: text,
  on_sale: flag,
  enabled: flag,
  most_per_user: count,
  ...PERIOD,
})

/** How much of a window is used, by the place of its allowance in the terms. */
const WindowRow = Type.Object({
  index: Type.Integer({ minimum: 0, maximum: MOST_ALLOWANCES - 1 }),
  start_at: integer,
  used: count,
})

export const SubscriptionRow = Type.Object({
  /** Of whoever holds it. */
  username: name,
  /** Name of its plan; "" for one that is gone. */
  plan: text,
  name,
  state: Type.Union([Type.Literal('active'), Type.Literal('paused')]),
  /** Credits that are left of the period; times are epoch milliseconds. */
  remain: integer,
  used: count,
  anchor_at: integer,
  periods: count,
  period_start: integer,
  period_end: integer,
  grace_until: integer,
  paused_at: integer,
  created_at: integer,
  source: text,
  windows: Type.Array(WindowRow, { default: [] }),
  ...PERIOD,
})

export type ExportedPlan = Static<typeof PlanRow>
export type ExportedSubscription = Static<typeof SubscriptionRow>
