/** What is done to a plan that somebody holds. */
import { resetWindows } from '../../../db/tables/subscription-holds'
import {
  findSubscription,
  type HeldSubscription,
  lockHolder,
  updateSubscription,
} from '../../../db/tables/subscriptions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { type Purchase, purchase } from './begin'
import { expireAllowance, giveBack, grantAllowance } from './period'
import { requireOwnRenewal, requireRenewable } from './recurring'
import { unusedPrice } from './unused-price'
import { windowsOf } from './windows'

/** `userId` keeps people to their own. */
export interface Named {
  readonly id: number
  readonly userId?: number | undefined
}

/**
 * It ends with its period, or goes on after all; a payment service that renews it is told so.
 * Throws `subscription.not_found`, `.ended` and `.renewal_over`.
 */
export async function setRenewal(
  deps: ServiceDeps,
  actor: Actor,
  { renews, ...named }: Named & { readonly renews: boolean },
): Promise<void> {
  const change: Change = async (work, row) => {
    if (renews) await requireRenewable(work, row)
    await updateSubscription(work.trx, row, { renews: renews ? 1 : 0 })
    return renews ? 'subscription.resume' : 'subscription.cancel'
  }
  await changed(deps, actor, { ...named, change })
}

/**
 * Pays for nothing until it is continued; the time is added at its end. Throws
 * `subscription.renewed_elsewhere`: a payment service goes on charging.
 */
export async function pauseSubscription(
  deps: ServiceDeps,
  actor: Actor,
  named: Named,
): Promise<void> {
  const change: Change = async (work, row) => {
    if (row.state === 'paused') throw new GatewayError('subscription.paused_already')
    requireOwnRenewal(row)
    await updateSubscription(work.trx, row, { state: 'paused', paused_at: work.clock.nowMs() })
    return 'subscription.pause'
  }
  await changed(deps, actor, { ...named, change })
}

export async function continueSubscription(
  deps: ServiceDeps,
  actor: Actor,
  named: Named,
): Promise<void> {
  const change: Change = async (work, row) => {
    if (row.state !== 'paused') throw new GatewayError('subscription.not_paused')
    const pausedMs = work.clock.nowMs() - row.paused_at
    await updateSubscription(work.trx, row, {
      state: 'active',
      paused_at: 0,
      anchor_at: row.anchor_at + pausedMs,
      period_start: row.period_start + pausedMs,
      period_end: row.period_end + pausedMs,
    })
    return 'subscription.continue'
  }
  await changed(deps, actor, { ...named, change })
}

/** Its windows and its budget are as at their beginning; when they end stays as it was. */
export async function resetUsage(deps: ServiceDeps, actor: Actor, named: Named): Promise<void> {
  const change: Change = async (work, row) => {
    await resetWindows(work.trx, { id: row.id, userId: row.user_id })
    await expireAllowance(work, row)
    await grantAllowance(work, row)
    return 'subscription.reset'
  }
  await changed(deps, actor, { ...named, change })
}

/** At once; `refund` gives back the price of the time that is left. Resolves with the refund. */
export async function endSubscription(
  deps: ServiceDeps,
  actor: Actor,
  { refund, ...named }: Named & { readonly refund: boolean },
): Promise<number> {
  return await transactDurably(deps, actor, async (work) => {
    const row = await running(work, named)
    return await end(work, row, refund)
  })
}

/**
 * Ends one plan with what its time is worth, and begins another. Throws as `buyPlan`, and
 * `subscription.renewed_elsewhere` while a payment service renews the first.
 */
export async function switchPlan(
  deps: ServiceDeps,
  actor: Actor,
  { planId, price, ...named }: Named & Pick<Purchase, 'planId' | 'price'>,
): Promise<number> {
  return await transactDurably(deps, actor, async (work) => {
    const row = await running(work, named)
    if (row.plan_id === planId) throw new GatewayError('subscription.same_plan')
    requireOwnRenewal(row)
    await end(work, row, true)
    return await purchase(work, { userId: row.user_id, planId, price })
  })
}

async function end(work: MoneyWork, row: HeldSubscription, refund: boolean): Promise<number> {
  const nowMs = work.clock.nowMs()
  const windows = await windowsOf(work.trx, [row], nowMs)
  const amount = refund ? unusedPrice(row, windows.get(row.id) ?? [], nowMs) : 0
  await expireAllowance(work, row)
  await updateSubscription(work.trx, row, {
    state: 'ended',
    price: row.price - amount,
    ended_at: nowMs,
    end_reason: 'ended_early',
    renews: 0,
  })
  if (amount > 0) await giveBack(work, row, amount)
  await recordAudit(work, {
    action: 'subscription.end',
    target: `subscription:${row.id}`,
    after: { plan: row.name, refund: amount },
  })
  return amount
}

type Change = (
  work: MoneyWork,
  row: HeldSubscription,
) => Promise<
  | 'subscription.resume'
  | 'subscription.cancel'
  | 'subscription.pause'
  | 'subscription.continue'
  | 'subscription.reset'
>

interface Changing extends Named {
  readonly change: Change
}

async function changed(
  deps: ServiceDeps,
  actor: Actor,
  { change, ...named }: Changing,
): Promise<void> {
  await transactDurably(deps, actor, async (work) => {
    const row = await running(work, named)
    const action = await change(work, row)
    await recordAudit(work, {
      action,
      target: `subscription:${row.id}`,
      after: { plan: row.name, user_id: row.user_id },
    })
  })
}

async function running({ trx }: MoneyWork, { id, userId }: Named): Promise<HeldSubscription> {
  const found = await findSubscription(trx, id)
  if (found === undefined || (userId !== undefined && found.user_id !== userId)) {
    throw new GatewayError('subscription.not_found')
  }
  await lockHolder(trx, found.user_id)
  const row = await findSubscription(trx, id)
  if (row === undefined || row.state === 'ended') throw new GatewayError('subscription.ended')
  return row
}
