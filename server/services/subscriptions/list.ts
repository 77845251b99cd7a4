/** Who holds which plan, and how much of its windows is used. */
import { readCounters } from '../../../db/tables/limit-counters'
import {
  findSubscription,
  type HeldSubscription,
  listSubscriptions,
} from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { LimitCounters } from '../../domain/limits/counters'
import type { AllowanceUse, HeldPlan } from '../../domain/plans/held-plan'
import {
  type SubscriptionState,
  subscriptionAccount,
} from '../../domain/plans/subscription-account'
import { MAX_PAGE_SIZE, type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { planTerms } from '../plans/plans'
import type { ServiceDeps } from '../service-deps'
import { unusedPrice } from './unused-price'

export interface SubscriptionView extends HeldPlan {
  readonly id: number
  readonly user_id: number
  readonly username: string
  readonly plan_id: number
  readonly state: SubscriptionState
  readonly price: number
  /** Credits that it has paid in all. */
  readonly used: number
  /** Epoch ms. */
  readonly period_start: number
  /** Epoch ms until which it is waited for the price; 0 for not. */
  readonly grace_until: number
  readonly source: string
  readonly end_reason: string
  readonly created_at: number
  readonly ended_at: number
  /** Credits that would be given back if it ended now. */
  readonly refund: number
}

export interface SubscriptionSearch extends PageRequest {
  readonly userId?: number | undefined
  /** The whole name. */
  readonly username?: string | undefined
  readonly planId?: number | undefined
  readonly state?: SubscriptionState | undefined
}

/** Newest first. */
export async function listSubscriptionPage(
  deps: ServiceDeps,
  query: SubscriptionSearch = {},
): Promise<Page<SubscriptionView>> {
  const window = pageWindow(query)
  const { items, total } = await listSubscriptions(deps.db.lists, { ...query, ...window })
  return pageOf(window, await Promise.all(items.map((row) => viewOf(deps, row))), total)
}

/** In the order in which they pay. */
export async function activeSubscriptions(
  deps: ServiceDeps,
  userId: number,
): Promise<readonly SubscriptionView[]> {
  const query = { userId, state: 'active', offset: 0, limit: MAX_PAGE_SIZE } as const
  const { items } = await listSubscriptions(deps.db.lists, query)
  const paying = items.toSorted(
    (a, b) => a.priority - b.priority || a.period_end - b.period_end || a.id - b.id,
  )
  return await Promise.all(paying.map((row) => viewOf(deps, row)))
}

/** Throws `subscription.not_found`. */
export async function showSubscription(
  deps: ServiceDeps,
  { id, userId }: { readonly id: number; readonly userId?: number | undefined },
): Promise<SubscriptionView> {
  const row = await findSubscription(deps.db.reader, id)
  if (row === undefined || (userId !== undefined && row.user_id !== userId)) {
    throw new GatewayError('subscription.not_found')
  }
  return await viewOf(deps, row)
}

async function viewOf(deps: ServiceDeps, row: HeldSubscription): Promise<SubscriptionView> {
  const { id, user_id, username, plan_id, name, state, price, used, source } = row
  const { period_start, period_end, grace_until, end_reason, created_at, ended_at } = row
  const terms = planTerms(row)
  return {
    ...{ id, user_id, username, plan_id, name, state, terms, price, used, source },
    ...{ period_start, period_end, grace_until, end_reason, created_at, ended_at },
    remain: terms.budget === null ? null : row.remain,
    renews: row.renews === 1,
    refund: state === 'ended' ? 0 : unusedPrice(row, deps.clock.nowMs()),
    windows: await windowsOf(deps, row),
  }
}

async function windowsOf(
  { db, clock }: ServiceDeps,
  row: HeldSubscription,
): Promise<readonly AllowanceUse[]> {
  const account = subscriptionAccount(row)
  if (account === undefined) return []
  const nowMs = clock.nowMs()
  const counters = new LimitCounters(await readCounters(db.reader, account.windows, nowMs))
  return account.windows.flatMap((window, index) => {
    const allowance = account.terms.allowances[index]
    if (allowance === undefined) return []
    const { used, resetMs } = counters.usageOf(window, nowMs)
    const isOpen = !window.opensAtUse || used > 0
    const endMs = Math.min(resetMs ?? account.endMs, account.endMs)
    return [{ ...allowance, used, resets_at: isOpen ? endMs : null }]
  })
}
