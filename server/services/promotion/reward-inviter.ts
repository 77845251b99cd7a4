/** What somebody earns by payments of those they have invited. */
import { post } from '../../../db/tables/ledger'
import type { OrderRow } from '../../../db/tables/orders'
import { countPaidOrders, findInvited, rewardOf } from '../../../db/tables/promotion'
import { lockHolder } from '../../../db/tables/subscriptions'
import { findUser } from '../../../db/tables/users'
import { recordAudit } from '../audit/record'
import { optionValues } from '../options/current'
import type { MoneyWork } from '../work'
import { boundOf, marksOf, mayReward } from './bounds'
import { bookReward, inviterOf, isCounted, isInTime, withinMost } from './invitation'

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
  if (!(await isCounted(work, payer.id, InvitesPerAddress))) return
  await lockHolder(work.trx, inviter.id)
  const address = (await findInvited(work.trx, payer.id))?.address ?? ''
  const marks = { ...marksOf({ ip: address }), instrument: order.instrument }
  if (!(await mayReward(work, { reward: 'invitation', userId: payer.id, marks }))) return
  const isFirst = (await countPaidOrders(work.trx, payer.id)) === 1
  const share = Math.floor((paidCredits(order) * InviteTopUpPercent) / 100)
  const wanted = share + (isFirst ? InviteFirstPaymentReward : 0)
  if (!isInTime(work, payer, options)) return
  const invitation = { inviter, invited: payer }
  const amount = await withinMost(work, invitation, { wanted, most: options.InviteRewardMost })
  if (amount === 0) return
  const { trade_no: reference } = order
  const kind = 'invite_reward'
  await bookReward(work, { ...invitation, kind, amount, reference, order: reference })
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
