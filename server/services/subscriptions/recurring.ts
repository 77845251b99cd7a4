/** Plans that a payment service charges for: each of its payments is a period here. */
import type { OrderRow } from '../../../db/tables/orders'
import { findPlan } from '../../../db/tables/plans'
import {
  findRecurring,
  type RecurringRow,
  recurringOf,
  updateRecurring,
} from '../../../db/tables/recurring-payments'
import { findSubscription, type SubscriptionColumns } from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { nextRecurringAskAt } from '../../domain/payments/ask-times'
import { CHARGING_MS } from '../../domain/payments/recurring-interval'
import { recordAudit } from '../audit/record'
import type { MoneyWork, Work } from '../work'
import { beginPaidPeriod, payFor } from './period'

/** `missed`: its time is over, or the plan is; the money stays in the balance. */
export type PeriodOutcome = 'renewed' | 'missed'

export interface FirstPeriod {
  readonly renewedBy: string
  readonly period?: { readonly startMs: number; readonly endMs: number }
}

interface Paid<Outcome> {
  readonly outcome: Outcome
  readonly subscriptionId: number
}

/** Whichever payment comes first begins the plan; each of the others pays for another period. */
export async function payRecurring<Outcome>(
  work: MoneyWork,
  order: OrderRow,
  begin: (period: FirstPeriod) => Promise<Paid<Outcome>>,
): Promise<Paid<Outcome | PeriodOutcome>> {
  const row = await findRecurring(work.trx, order.recurring_id)
  if (row?.state !== 'open') return await renewOrdered(work, order, row)
  const { period_start: startMs, period_end: paidUntil } = order
  const period = { startMs, endMs: paidUntil + CHARGING_MS }
  const first = { renewedBy: row.service, ...(paidUntil > 0 && { period }) }
  const begun = await begin(first)
  await updateRecurring(work.trx, row.id, {
    state: 'running',
    subscription_id: begun.subscriptionId,
    period_end: paidUntil,
    ask_at: nextRecurringAskAt({ periodEndMs: paidUntil, nowMs: work.clock.nowMs() }),
  })
  return begun
}

async function renewOrdered(
  work: MoneyWork,
  order: OrderRow,
  recurring: RecurringRow | undefined,
): Promise<Paid<PeriodOutcome>> {
  const { period_start: startMs, period_end: paidUntil, credits: price, trade_no } = order
  const held = await findSubscription(work.trx, recurring?.subscription_id ?? 0)
  const nowMs = work.clock.nowMs()
  const isNewer = recurring !== undefined && paidUntil > recurring.period_end && paidUntil > nowMs
  if (held === undefined || held.state === 'ended' || !isNewer) {
    return { outcome: 'missed', subscriptionId: 0 }
  }
  const { id, user_id } = held
  // Before a debt that the balance has.
  if (!(await payFor(work, { id, user_id, price, mayOwe: true }))) {
    throw new Error('the account of an order that was just credited is gone')
  }
  const plan = (await findPlan(work.trx, held.plan_id)) ?? held
  const period = { startMs, endMs: paidUntil + CHARGING_MS }
  await beginPaidPeriod(work, held, { plan, price, period })
  await updateRecurring(work.trx, recurring.id, {
    period_end: paidUntil,
    ask_at: nextRecurringAskAt({ periodEndMs: paidUntil, nowMs }),
  })
  await recordAudit(work, {
    action: 'subscription.renew',
    target: `subscription:${id}`,
    after: { plan: plan.name, price, order: trade_no },
  })
  return { outcome: 'renewed', subscriptionId: id }
}

type Held = Pick<SubscriptionColumns, 'id' | 'renewed_by' | 'renews' | 'period_end' | 'grace_until'>

export function isRenewedElsewhere({ renewed_by }: Pick<Held, 'renewed_by'>): boolean {
  return renewed_by !== 'balance'
}

/**
 * Throws `subscription.renewed_elsewhere` for what would take a period away that a service is about
 * to charge for.
 */
export function requireOwnRenewal(row: Held): void {
  if (isRenewedElsewhere(row) && row.renews === 1) {
    throw new GatewayError('subscription.renewed_elsewhere', { name: row.renewed_by })
  }
}

/** Throws `subscription.renewal_over` when the service charges for it no more. */
export async function requireRenewable({ trx }: Work, row: Held): Promise<void> {
  if (!isRenewedElsewhere(row)) return
  const recurring = await recurringOf(trx, row.id)
  if (recurring === undefined || recurring.state === 'ended') {
    throw new GatewayError('subscription.renewal_over', { name: row.renewed_by })
  }
}

/** Whoever cannot be asked is believed to have charged nothing after so long. */
const LONGEST_SILENCE_MS = 7 * 24 * 3_600_000

/**
 * Whether the service may have charged for the next period, and nobody here knows it: it has not
 * answered since the period, or the wait for its payment, was over.
 */
export async function mayBePaid({ trx, clock }: Work, row: Held): Promise<boolean> {
  if (!isRenewedElsewhere(row)) return false
  const recurring = await recurringOf(trx, row.id)
  const sinceMs = Math.max(row.period_end, row.grace_until)
  if (recurring === undefined || recurring.answered_at >= sinceMs) return false
  return clock.nowMs() < sinceMs + LONGEST_SILENCE_MS
}
