import type { Generated } from 'kysely'

/** `open` until the first payment is here; `ended` when the service charges nothing any more. */
export type RecurringState = 'open' | 'running' | 'ended'

/** A plan that a payment service charges for, period by period. Times are epoch ms, 0 for never. */
export interface RecurringPaymentsTable {
  id: Generated<number>
  service: string
  user_id: number
  /** The order that began it: what is charged is what that says. */
  trade_no: string
  /** As the service numbers it; "" until it is paid there for the first time. */
  reference: string
  state: RecurringState
  /** 0 until the plan has begun, and when it could not begin. */
  subscription_id: number
  /** Whether the service charges for another period, as it last confirmed. */
  service_renews: 0 | 1
  /** An instruction is on its way, and it is not known whether it has arrived. */
  is_sending: 0 | 1
  /** Of the last period that is paid, as the service has it. */
  period_end: number
  ask_at: number
  answered_at: number
  /** Why it did not answer when it was asked last; "" when it did. */
  ask_problem: string
  /** Counts changes: an answer is not applied over a newer one. */
  revision: number
  created_at: number
}

/** The accounts of users at payment services, where their cards and receipts are. */
export interface PaymentCustomersTable {
  id: Generated<number>
  service: string
  user_id: number
  /** As the service numbers it. */
  reference: string
  created_at: number
}
