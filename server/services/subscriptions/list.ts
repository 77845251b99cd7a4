/** Who holds which plan, and how much of its windows is used. */
import {
  findSubscription,
  type HeldSubscription,
  listSubscriptions,
} from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { AllowanceUse, HeldPlan } from '../../domain/plans/held-plan'
import type { SubscriptionState } from '../../domain/plans/subscription-account'
import { MAX_PAGE_SIZE, type Page, type PageRequest, pageOf, pageWindow } from '../page'
import { planTerms } from '../plans/plans'
import type { ServiceDeps } from '../service-deps'
import { unusedPrice } from './unused-price'
import { windowsOf } from './windows'

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
  /** Who pays for the next period: `balance`, or a payment service. */
  readonly renewed_by: string
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
  return pageOf(window, await viewsOf(deps, items), total)
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
  return await viewsOf(deps, paying)
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
  const nowMs = deps.clock.nowMs()
  const windows = await windowsOf(deps.db.reader, [row], nowMs)
  return viewOf(row, windows.get(id) ?? [], nowMs)
}

async function viewsOf(
  { db, clock }: ServiceDeps,
  rows: readonly HeldSubscription[],
): Promise<readonly SubscriptionView[]> {
  const nowMs = clock.nowMs()
  const windows = await windowsOf(db.lists, rows, nowMs)
  return rows.map((row) => viewOf(row, windows.get(row.id) ?? [], nowMs))
}

function viewOf(
  row: HeldSubscription,
  windows: readonly AllowanceUse[],
  nowMs: number,
): SubscriptionView {
  const { id, user_id, username, plan_id, name, state, price, used, source } = row
  const { period_start, period_end, grace_until, end_reason, created_at, ended_at } = row
  const { renewed_by } = row
  const terms = planTerms(row)
  return {
    ...{ id, user_id, username, plan_id, name, state, terms, price, used, source, renewed_by },
    ...{ period_start, period_end, grace_until, end_reason, created_at, ended_at },
    remain: terms.budget === null ? null : row.remain,
    renews: row.renews === 1,
    refund: state === 'ended' ? 0 : unusedPrice(row, windows, nowMs),
    windows,
  }
}
