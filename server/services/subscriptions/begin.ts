/** How a plan comes to somebody: bought from the balance, granted, or by a code. */

import { findPlan, findPlanByName, type PlanRow } from '../../../db/tables/plans'
import {
  countOfPlan,
  insertSubscription,
  lockHolder,
  type SubscriptionColumns,
} from '../../../db/tables/subscriptions'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { laterBy } from '../../domain/limits/zoned-time'
import { recordAudit } from '../audit/record'
import { existingPlan, planOnSale, planTerms } from '../plans/plans'
import { claimDiscount, discountFor, noteUse } from '../promo-codes/discount'
import { withBoundOnRecord } from '../promotion/bounds'
import type { Actor, ServiceDeps } from '../service-deps'
import { type MoneyWork, transactDurably } from '../work'
import { grantAllowance, payFor } from './period'

export interface Purchase {
  readonly userId: number
  readonly planId: number
  /** Credits that the buyer was told; another price is refused. */
  readonly price?: number | undefined
  /** That makes it cheaper, as the buyer typed it; "" for none. */
  readonly promoCode?: string | undefined
}

export interface Grant extends Omit<Purchase, 'price' | 'promoCode'> {
  /** Goes on by itself until it is canceled, at no charge. */
  readonly renews: boolean
}

/**
 * Takes the price out of the balance. Throws `plan.not_found`, `plan.not_on_sale`,
 * `plan.price_changed`, `plan.had_already`, `plan.unaffordable` and as `claimDiscount`.
 */
export async function buyPlan(deps: ServiceDeps, actor: Actor, wanted: Purchase): Promise<number> {
  const buyer = { actor, userId: wanted.userId }
  return await withBoundOnRecord(deps, buyer, () =>
    transactDurably(deps, actor, (work) => purchase(work, wanted)),
  )
}

export async function purchase(
  work: MoneyWork,
  { userId, planId, price, promoCode = '' }: Purchase,
): Promise<number> {
  await lockHolder(work.trx, userId)
  const plan = await planOnSale(work.trx, planId, price)
  await requireMore(work, plan, userId)
  const wish = { promoCode, userId, planId, price: plan.price }
  const discount = promoCode.trim() === '' ? undefined : await claimDiscount(work, wish)
  const paid = plan.price - (discount?.creditsOff ?? 0)
  const renews = plan.renews === 1
  const row = await begin(work, plan, { userId, source: 'balance', price: paid, renews })
  if (!(await payFor(work, row))) throw new GatewayError('plan.unaffordable', { name: plan.name })
  const target = `subscription:${row.id}`
  if (discount !== undefined) {
    await noteUse(work, { discount, userId, reference: target, state: 'used' })
  }
  await recordAudit(work, {
    action: 'subscription.buy',
    target,
    after: {
      ...{ user_id: userId, plan: plan.name, price: paid },
      ...(discount !== undefined && {
        promo_code: discount.code,
        credits_off: discount.creditsOff,
      }),
    },
  })
  return row.id
}

export interface PromoPrice {
  /** Credits. */
  readonly price: number
  readonly credits_off: number
  readonly to_pay: number
}

/** What a plan costs with a code. Throws as `buyPlan`, apart from what the balance is for. */
export async function promoPrice(
  { db, clock }: ServiceDeps,
  { userId, planId, promoCode = '' }: Purchase,
): Promise<PromoPrice> {
  const { price } = await planOnSale(db.reader, planId)
  const wish = { promoCode, userId, planId, price }
  const { creditsOff } = await discountFor(db.reader, wish, clock.nowMs())
  return { price, credits_off: creditsOff, to_pay: price - creditsOff }
}

/** Throws `plan.had_already`. */
async function requireMore({ trx }: MoneyWork, plan: PlanRow, userId: number): Promise<void> {
  const { id: planId, name, most_per_user: count } = plan
  if (count > 0 && (await countOfPlan(trx, { userId, planId })) >= count) {
    throw new GatewayError('plan.had_already', { name, count })
  }
}

/** A period that a redemption code grants. Throws `redemption.plan_gone` and `plan.had_already`. */
export async function beginByCode(
  work: MoneyWork,
  { userId, planId }: Pick<Purchase, 'userId' | 'planId'>,
): Promise<Pick<SubscriptionColumns, 'id' | 'name'>> {
  await lockHolder(work.trx, userId)
  const plan = await findPlan(work.trx, planId)
  if (plan === undefined || plan.enabled === 0) throw new GatewayError('redemption.plan_gone')
  await requireMore(work, plan, userId)
  return await begin(work, plan, { userId, source: 'code', price: 0, renews: false })
}

/** A period for somebody who registers; `undefined` where no enabled plan has the name. */
export async function beginAsWelcome(
  work: MoneyWork,
  { userId, name }: { readonly userId: number; readonly name: string },
): Promise<number | undefined> {
  const plan = await findPlanByName(work.trx, name)
  if (plan === undefined || plan.enabled === 0) return undefined
  const { id } = await begin(work, plan, { userId, source: 'welcome', price: 0, renews: false })
  return id
}

/** Throws `plan.not_found` and `user.not_found`. */
export async function grantPlan(
  deps: ServiceDeps,
  actor: Actor,
  { userId, planId, renews }: Grant,
): Promise<number> {
  return await transactDurably(deps, actor, async (work) => {
    await lockHolder(work.trx, userId)
    const plan = await existingPlan(work.trx, planId)
    const row = await begin(work, plan, { userId, source: 'admin', price: 0, renews })
    await recordAudit(work, {
      action: 'subscription.grant',
      target: `subscription:${row.id}`,
      after: { user_id: userId, plan: plan.name, renews },
    })
    return row.id
  })
}

interface Beginning {
  readonly userId: number
  readonly source: string
  readonly price: number
  readonly renews: boolean
  /** A payment service pays for what follows; the balance when absent. */
  readonly renewedBy?: string | undefined
  /** As the service has the first period, epoch ms. */
  readonly period?: { readonly startMs: number; readonly endMs: number } | undefined
}

type PlanToBegin = Pick<
  PlanRow,
  'id' | 'name' | 'terms' | 'period_unit' | 'period_count' | 'priority' | 'grace_hours'
>

export async function begin(
  work: MoneyWork,
  plan: PlanToBegin,
  { userId, source, price, renews, renewedBy = 'balance', period }: Beginning,
): Promise<SubscriptionColumns> {
  const user = await findUser(work.trx, userId)
  if (user === undefined || user.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: userId })
  }
  const nowMs = work.clock.nowMs()
  const { name, terms, period_unit, period_count, priority, grace_hours } = plan
  const { zone } = planTerms(plan)
  const row = await insertSubscription(work.trx, {
    ...{ name, terms, period_unit, period_count, priority, grace_hours, source, price },
    user_id: userId,
    plan_id: plan.id,
    state: 'active',
    renews: renews ? 1 : 0,
    renewed_by: renewedBy,
    anchor_at: nowMs,
    period_start: period?.startMs ?? nowMs,
    period_end: period?.endMs ?? laterBy(nowMs, period_count, { unit: period_unit, zone }),
    periods: 1,
    created_at: nowMs,
    ...{ remain: 0, used: 0, grace_until: 0, paused_at: 0, ended_at: 0 },
    end_reason: '',
  })
  await grantAllowance(work, row)
  return row
}
