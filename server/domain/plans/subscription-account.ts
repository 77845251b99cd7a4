/** A subscription as the ledger sees it: what is left of its period, and its windows. */
import type { Limit } from '../limits/limit'
import { type Allowance, MOST_ALLOWANCES, type PlanTerms, readTerms } from './terms'

export const SUBSCRIPTION_STATES = ['active', 'paused', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

export interface SubscriptionAccount {
  readonly id: number
  readonly userId: number
  readonly name: string
  /** Credits left of the period's budget; at or below 0 and of no meaning without a budget. */
  readonly remain: number
  readonly used: number
  readonly terms: PlanTerms
  /** Epoch ms. It pays from the first until before the last. */
  readonly startMs: number
  readonly endMs: number
  readonly isPaused: boolean
  readonly windows: readonly Limit[]
}

/** As it is stored. */
export interface SubscriptionRow {
  readonly id: number
  readonly user_id: number
  readonly name: string
  readonly state: string
  readonly remain: number
  readonly used: number
  readonly terms: string
  readonly anchor_at: number
  readonly period_start: number
  readonly period_end: number
}

const parsed = new Map<string, PlanTerms | undefined>()
const MOST_PARSED = 1000

export function termsIn(text: string): PlanTerms | undefined {
  if (parsed.has(text)) return parsed.get(text)
  if (parsed.size >= MOST_PARSED) parsed.clear()
  const terms = readTerms(text)
  parsed.set(text, terms)
  return terms
}

/** `undefined` for one whose terms nobody can read. */
export function subscriptionAccount(row: SubscriptionRow): SubscriptionAccount | undefined {
  const terms = termsIn(row.terms)
  if (terms === undefined) return undefined
  const { id, user_id: userId, name, remain, used, state, anchor_at: anchorMs } = row
  const { period_start: startMs, period_end: endMs } = row
  const isPaused = state !== 'active'
  const place = { id, userId, name, anchorMs, startMs }
  const windows = terms.allowances.map((allowance, index) =>
    windowOf(allowance, { ...place, index, zone: terms.zone }),
  )
  return { id, userId, name, remain, used, terms, startMs, endMs, isPaused, windows }
}

interface Place {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly zone: string
  readonly index: number
  readonly anchorMs: number
  readonly startMs: number
}

function windowOf({ kind, window, amount, starts }: Allowance, place: Place): Limit {
  const { id, userId, name, zone, index, anchorMs, startMs } = place
  // The whole period begins where the period does, however the others begin.
  const anchored = window === 'total' ? startMs : starts === 'calendar' ? undefined : anchorMs
  return {
    id: windowId(id, index),
    subject: 'user',
    key: String(userId),
    kind,
    window,
    amount,
    zone,
    startHour: 0,
    setBy: 'admin',
    plan: name,
    ...(anchored !== undefined && { anchorMs: anchored }),
    ...(starts === 'first_use' && window !== 'total' && { opensAtUse: true }),
  }
}

/** Windows count alongside the limits, under numbers that no limit has. */
export function windowId(subscriptionId: number, index: number): number {
  return -(subscriptionId * MOST_ALLOWANCES + index)
}

export function isWindowId(limitId: number): boolean {
  return limitId < 0
}

/** The budget of the period, for those who learn that it is used up. */
export function budgetLimit(account: SubscriptionAccount): Limit {
  const { id, userId, name, terms, startMs } = account
  return {
    id: windowId(id, 0),
    subject: 'user',
    key: String(userId),
    kind: 'budget',
    window: 'total',
    amount: terms.budget ?? 0,
    zone: terms.zone,
    startHour: 0,
    setBy: 'admin',
    plan: name,
    anchorMs: startMs,
  }
}

/** Whether it pays for calls that begin now. */
export function isPaying(
  { isPaused, startMs, endMs }: SubscriptionAccount,
  nowMs: number,
): boolean {
  return !isPaused && nowMs >= startMs && nowMs < endMs
}
