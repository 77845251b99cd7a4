/** What somebody earns by those they have invited. */
import { post } from '../../../db/tables/ledger'
import type { OrderRow } from '../../../db/tables/orders'
import {
  countInvitedBefore,
  countPaidOrders,
  earnedBy,
  findInvited,
  isSignedInFrom,
  rewardOf,
} from '../../../db/tables/promotion'
import { lockHolder } from '../../../db/tables/subscriptions'
import { findUser, type UserRow } from '../../../db/tables/users'
import type { OptionValues } from '../../domain/options'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import { optionValues } from '../options/current'
import type { MoneyWork } from '../work'
import { boundOf, marksOf, mayReward } from './bounds'

/**
 * To be called in the transaction that has marked an order paid and credited it, which holds the
 * payer's row: of two orders at once one is the first.
 */
export async function rewardInviter(work: MoneyWork, order: OrderRow): Promise<void> {
  // Nothing was paid for what a code has made free.
  if (order.money_cents === 0) return
  const options = await optionValues(work.trx)
  const { InviteFirstPaymentReward, InviteTopUpPercent, InvitesPerAddress } = options
  if (InviteFirstPaymentReward === 0 && InviteTopUpPercent === 0) return
  const payer = await findUser(work.trx, order.user_id)
  const inviter = await inviterOf(work, payer)
  if (payer === undefined) return
  if (inviter === undefined) {
    // Whoever pays for themselves does not invite themselves by the same card.
    const marks = { instrument: order.instrument }
    await boundOf(work, { reward: 'invitation', userId: payer.id, marks })
    return
  }
  if (!(await counts(work, payer, InvitesPerAddress))) return
  await lockHolder(work.trx, inviter.id)
  const address = (await findInvited(work.trx, payer.id))?.address ?? ''
  const marks = { ...marksOf({ ip: address }), instrument: order.instrument }
  if (!(await mayReward(work, { reward: 'invitation', userId: payer.id, marks }))) return
  const isFirst = (await countPaidOrders(work.trx, payer.id)) === 1
  const share = Math.floor((paidCredits(order) * InviteTopUpPercent) / 100)
  const wanted = share + (isFirst ? InviteFirstPaymentReward : 0)
  const amount = await within(work, options, { inviter, payer, wanted })
  if (amount === 0) return
  await book(work, { inviter, payer, amount, tradeNo: order.trade_no })
}

interface Wanted extends Pick<Reward, 'inviter' | 'payer'> {
  /** Credits. */
  readonly wanted: number
}

const DAY_MS = 86_400_000

/** Of a reward, what the inviter may still earn by this user; the inviter's row is locked. */
async function within(
  { trx, clock }: MoneyWork,
  { InviteRewardDays: days, InviteRewardMost: most }: OptionValues,
  { inviter, payer, wanted }: Wanted,
): Promise<number> {
  if (days > 0 && clock.nowMs() >= payer.created_at + days * DAY_MS) return 0
  if (most === 0) return wanted
  const earned = await earnedBy(trx, { inviterId: inviter.id, userId: payer.id })
  return Math.max(0, Math.min(wanted, most - earned))
}

/** A code makes credits cheaper; a plan that was bought with one has the lower price already. */
function paidCredits({ credits, credits_off, plan_id }: OrderRow): number {
  return plan_id > 0 ? credits : credits - credits_off
}

/**
 * Takes back the share of a reward that was for refunded credits, as far as the inviter has it, or
 * gives it again. `refunded` counts all of the order's refunds.
 */
export async function adjustReward(
  work: MoneyWork,
  { user_id, credits, trade_no: reference }: OrderRow,
  refunded: number,
): Promise<void> {
  const payer = await findUser(work.trx, user_id)
  if (payer === undefined || payer.inviter_id === 0) return
  const inviter = await findUser(work.trx, payer.inviter_id)
  if (inviter === undefined) return
  const { given, left } = await rewardOf(work.trx, { userId: inviter.id, reference })
  if (given === 0) return
  const part = credits === 0 ? 1 : Math.min(1, refunded / credits)
  const wanted = given - Math.ceil(given * part) - left
  const delta = Math.max(wanted, -Math.max(0, inviter.quota))
  if (delta === 0) return
  await post(work.trx, {
    kind: 'reward',
    userId: inviter.id,
    userDelta: delta,
    tokenDelta: 0,
    reference,
    nowMs: work.clock.nowMs(),
  })
  await recordAudit(work, {
    action: 'user.invite_reward',
    target: `user:${inviter.id}`,
    after: { quota: delta, invited: payer.id, order: reference },
  })
}

async function inviterOf(
  { trx }: MoneyWork,
  payer: UserRow | undefined,
): Promise<UserRow | undefined> {
  if (payer === undefined || payer.inviter_id === 0) return undefined
  const inviter = await findUser(trx, payer.inviter_id)
  const isGone = inviter === undefined || inviter.deleted_at !== null
  return isGone || inviter.status !== USER_STATUS.enabled ? undefined : inviter
}

/** Nobody earns by inviting themselves again and again. */
async function counts({ trx }: MoneyWork, payer: UserRow, most: number): Promise<boolean> {
  if (most === 0) return true
  const invited = await findInvited(trx, payer.id)
  if (invited === undefined || invited.address === '') return true
  const { inviter_id: userId, address } = invited
  if (await isSignedInFrom(trx, { userId, address })) return false
  return (await countInvitedBefore(trx, invited)) < most
}

interface Reward {
  readonly inviter: UserRow
  readonly payer: UserRow
  /** Credits. */
  readonly amount: number
  readonly tradeNo: string
}

async function book(work: MoneyWork, { inviter, payer, amount, tradeNo }: Reward): Promise<void> {
  await post(work.trx, {
    kind: 'reward',
    userId: inviter.id,
    userDelta: amount,
    tokenDelta: 0,
    reference: tradeNo,
    nowMs: work.clock.nowMs(),
  })
  await recordLog(work, {
    type: 'system',
    user: inviter,
    told: { kind: 'invite_reward', params: { quota: amount, user: payer.id } },
  })
  await recordAudit(work, {
    action: 'user.invite_reward',
    target: `user:${inviter.id}`,
    after: { quota: amount, invited: payer.id, order: tradeNo },
  })
}
