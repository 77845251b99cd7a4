/** Who has invited whom, whether that earns anything, and how it is booked. */
import { post } from '../../../db/tables/ledger'
import {
  countInvitedBefore,
  earnedBy,
  findInvited,
  isSignedInFrom,
} from '../../../db/tables/promotion'
import { findUser, type UserRow } from '../../../db/tables/users'
import type { OptionValues } from '../../domain/options'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { recordLog } from '../logs/record'
import type { MoneyWork, Work } from '../work'

export interface Invitation {
  readonly inviter: UserRow
  readonly invited: UserRow
}

/** Whoever is locked out or gone earns nothing. */
export async function inviterOf(
  { trx }: Work,
  invited: UserRow | undefined,
): Promise<UserRow | undefined> {
  if (invited === undefined || invited.inviter_id === 0) return undefined
  const inviter = await findUser(trx, invited.inviter_id)
  const isGone = inviter === undefined || inviter.deleted_at !== null
  return isGone || inviter.status !== USER_STATUS.enabled ? undefined : inviter
}

/** Nobody earns by inviting themselves again and again. */
export async function isCounted({ trx }: Work, userId: number, most: number): Promise<boolean> {
  if (most === 0) return true
  const invited = await findInvited(trx, userId)
  if (invited === undefined || invited.address === '') return true
  const { inviter_id, address } = invited
  if (await isSignedInFrom(trx, { userId: inviter_id, address })) return false
  return (await countInvitedBefore(trx, invited)) < most
}

const DAY_MS = 86_400_000

export function isInTime(
  { clock }: Work,
  { created_at }: UserRow,
  { InviteRewardDays: days }: OptionValues,
): boolean {
  return days === 0 || clock.nowMs() < created_at + days * DAY_MS
}

/** Of `wanted` credits, what the inviter may still earn by this user; their row is locked. */
export async function withinMost(
  { trx }: Work,
  { inviter, invited }: Invitation,
  { wanted, most }: { readonly wanted: number; readonly most: number },
): Promise<number> {
  if (most === 0) return wanted
  const earned = await earnedBy(trx, { inviterId: inviter.id, userId: invited.id })
  return Math.max(0, Math.min(wanted, most - earned))
}

export interface Reward extends Invitation {
  readonly kind: 'invite_reward' | 'invite_share'
  /** Credits. */
  readonly amount: number
  /** Of the ledger. */
  readonly reference: string
  /** Number of the order that it is for. */
  readonly order?: string
}

export async function bookReward(work: MoneyWork, reward: Reward): Promise<void> {
  const { inviter, invited, kind, amount, reference, order } = reward
  await post(work.trx, {
    kind: 'reward',
    userId: inviter.id,
    userDelta: amount,
    tokenDelta: 0,
    reference,
    nowMs: work.clock.nowMs(),
  })
  await recordLog(work, {
    type: 'system',
    user: inviter,
    told: { kind, params: { quota: amount, user: invited.id } },
  })
  await recordAudit(work, {
    action: 'user.invite_reward',
    target: `user:${inviter.id}`,
    after: { quota: amount, invited: invited.id, ...(order !== undefined && { order }) },
  })
}
