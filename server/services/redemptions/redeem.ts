import { post } from '../../../db/tables/ledger'
import { claimRedemption, findRedemption, type RedemptionRow } from '../../../db/tables/redemptions'
import { findUser, type UserRow } from '../../../db/tables/users'
import { nowSeconds } from '../../clock'
import { GatewayError } from '../../domain/errors/gateway-error'
import { REDEMPTION_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { beginByCode } from '../subscriptions/begin'
import { type MoneyWork, transactDurably } from '../work'

export interface RedeemInput {
  readonly userId: number
  /** The 32 digits; blanks around them come from copying and do not count. */
  readonly code: string
}

export interface Redeemed {
  /** Credits that were added to the balance. */
  readonly quota: number
  /** Name of the plan that began; "" for none. */
  readonly plan: string
}

/**
 * Gives a user what a code is worth. However many callers try at once, one gets it. Throws
 * `redemption.code_empty`, `redemption.code_unknown`, `redemption.used`, `redemption.disabled`,
 * what `beginByCode` throws, and `user.not_found` for a deregistered user too.
 */
export async function redeem(
  deps: ServiceDeps,
  actor: Actor,
  { userId, code }: RedeemInput,
): Promise<Redeemed> {
  const key = code.trim().toLowerCase()
  if (key === '') {
    throw new GatewayError('redemption.code_empty')
  }
  return await transactDurably(deps, actor, async (work) => {
    const user = await findUser(work.trx, userId)
    if (user === undefined || user.deleted_at !== null) {
      throw new GatewayError('user.not_found', { user: userId })
    }
    const claimed = await claim(work, key, userId)
    if (claimed.plan_id !== 0) return await grantPlanOf(work, claimed, user)
    await credit(work, claimed, user)
    return { quota: claimed.quota, plan: '' }
  })
}

async function claim(
  { trx, clock }: MoneyWork,
  key: string,
  userId: number,
): Promise<RedemptionRow> {
  const found = await findRedemption(trx, { key })
  if (found === undefined) {
    throw new GatewayError('redemption.code_unknown')
  }
  if (found.status === REDEMPTION_STATUS.disabled) {
    throw new GatewayError('redemption.disabled')
  }
  const atSeconds = nowSeconds(clock)
  const claimed = await claimRedemption(trx, { id: found.id, userId, atSeconds })
  if (claimed === undefined) {
    throw new GatewayError('redemption.used')
  }
  return claimed
}

async function credit(work: MoneyWork, claimed: RedemptionRow, user: UserRow): Promise<void> {
  const { trx, clock } = work
  const { id, quota } = claimed
  const reference = `redemption:${id}`
  const booked = await post(trx, {
    kind: 'redeem',
    userId: user.id,
    userDelta: quota,
    tokenDelta: 0,
    reference,
    nowMs: clock.nowMs(),
  })
  if (booked === undefined) throw new GatewayError('user.not_found', { user: user.id })
  await recordLog(work, {
    type: 'top_up',
    user,
    quota,
    told: { kind: 'redeemed', params: { quota, id } },
  })
  await recordAudit(work, {
    action: 'redemption.redeem',
    target: reference,
    after: { user_id: user.id, quota },
  })
}

async function grantPlanOf(
  work: MoneyWork,
  { id, plan_id: planId }: RedemptionRow,
  user: UserRow,
): Promise<Redeemed> {
  const begun = await beginByCode(work, { userId: user.id, planId })
  await recordLog(work, {
    type: 'system',
    user,
    told: { kind: 'redeemed_plan', params: { id, subscription: begun.id } },
  })
  await recordAudit(work, {
    action: 'redemption.redeem',
    target: `redemption:${id}`,
    after: { user_id: user.id, plan: begun.name, subscription: begun.id },
  })
  return { quota: 0, plan: begun.name }
}
