import type { Generated } from 'kysely'
import type { PaymentCustomersTable, RecurringPaymentsTable } from './recurring-payments'

/** Orders: what was bought, what it costs, whether it was paid. */
export interface TopUpsTable {
  id: Generated<number>
  user_id: number
  /** Units bought, as the wire has it. */
  amount: number
  /** What paying it credits, settled when it was ordered. */
  credits: number
  /** Money asked for, in hundredths of the currency. */
  money_cents: number
  trade_no: string
  /** As the payment service numbers it; "" until it was paid. */
  provider_trade_no: Generated<string>
  payment_method: string
  status: string
  create_time: number
  complete_time: number
  /** The payment service. */
  service: Generated<string>
  /** ISO 4217, in capitals. */
  currency: Generated<string>
  /** As the service numbers the page where it is paid; "" where it does not. */
  checkout_id: Generated<string>
  /** Of a plan that is bought; 0 for credits. */
  plan_id: Generated<number>
  /** JSON: the plan as it was ordered; "" for credits. */
  plan: Generated<string>
  /** What became of it when it was paid: `begun`, or why not; "" before that. */
  plan_outcome: Generated<string>
  subscription_id: Generated<number>
  /** What has gone back, of the money and of the credits. */
  refunded_cents: Generated<number>
  refunded_credits: Generated<number>
  /** When the service is asked next, epoch seconds; 0 for never. */
  ask_time: Generated<number>
  asked_time: Generated<number>
  /** Why the service did not answer when it was asked last; "" when it did. */
  ask_problem: Generated<string>
  /** That made it cheaper; "" for none. */
  promo_code: Generated<string>
  /** By how much: of the money, in hundredths, and of the price, in credits. */
  cents_off: Generated<number>
  credits_off: Generated<number>
  /** Hash of the means of payment, where the service tells it. */
  instrument: Generated<string>
  /** Counts what was applied: an answer is not applied over a newer one. */
  revision: Generated<number>
  /** What the service charges for period by period; 0 for an order that stands alone. */
  recurring_id: Generated<number>
  /** Of the plan that it pays for, as the service has it, epoch ms; 0 where it has none. */
  period_start: Generated<number>
  period_end: Generated<number>
}

/** What a person has to look at: money that fits no order, and the like. Times are epoch ms. */
export interface PaymentCasesTable {
  id: Generated<number>
  service: string
  trade_no: string
  reason: string
  /** The service's number of the payment; "" where there is none. */
  payment: string
  money_cents: number
  currency: string
  /** What the service says, in its words; "" for nothing. */
  told: string
  /** How often the same was seen. */
  seen: number
  created_at: number
  last_at: number
  /** 0 while it is open. */
  closed_at: number
  closed_by: string
  note: string
}

export interface PaymentTables {
  top_ups: TopUpsTable
  payment_cases: PaymentCasesTable
  payment_customers: PaymentCustomersTable
  recurring_payments: RecurringPaymentsTable
}
