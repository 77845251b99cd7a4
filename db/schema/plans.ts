import type { Generated } from 'kysely'
import type { CalendarUnit } from '../../server/domain/limits/zoned-time'
import type { SubscriptionState } from '../../server/domain/plans/subscription-account'

/** What can be bought or granted. */
export interface PlansTable {
  id: Generated<number>
  name: string
  /** Markdown. */
  description: string
  /** Credits for a period. */
  price: number
  period_unit: CalendarUnit
  period_count: number
  /** 1 when a period follows the last one until somebody cancels it. */
  renews: 0 | 1
  /** 1 when users can buy it themselves. */
  on_sale: 0 | 1
  enabled: 0 | 1
  /** Of several plans the lowest pays first. */
  priority: number
  /** How often a user may have it in all; 0 for as often as they like. */
  most_per_user: number
  /** How long a subscription goes on whose next period nobody could pay. */
  grace_hours: number
  /** JSON: `PlanTerms`. */
  terms: string
  created_at: number
  updated_at: number
}

/** A plan that a user or organisation holds. Times are epoch ms, 0 for never. */
export interface SubscriptionsTable {
  id: Generated<number>
  user_id: number
  plan_id: number
  name: string
  state: SubscriptionState
  /** JSON, as the plan had it when the period began. */
  terms: string
  price: number
  /** Credits of the period that are left; below 0 where it has no budget. */
  remain: number
  /** Credits that it has paid in all. */
  used: number
  /** When the first period began: periods and windows are counted from there. */
  anchor_at: number
  period_unit: CalendarUnit
  period_count: number
  /** Periods that have begun. */
  periods: number
  period_start: number
  period_end: number
  renews: 0 | 1
  priority: number
  grace_hours: number
  /** While it is waited for the price of the next period. */
  grace_until: number
  paused_at: number
  ended_at: number
  end_reason: string
  /** When its holder was told that the period ends. */
  reminded_at: Generated<number>
  /** Who or what it comes from: `admin`, `code`, `welcome`, `balance` or `order`. */
  source: string
  /** Who pays for the next period: `balance`, or a payment service. */
  renewed_by: Generated<string>
  created_at: number
}
