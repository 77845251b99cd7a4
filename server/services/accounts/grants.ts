import { post } from '../../../db/tables/ledger'
import type { UserRow } from '../../../db/tables/users'
import { recordLog } from '../logs/record'
import type { MoneyWork } from '../work'

export interface Grant {
  readonly user: UserRow
  /** Credits; 0 books nothing. */
  readonly amount: number
  readonly kind: 'grant_new_user' | 'grant_invitee' | 'grant_inviter' | 'transferred'
  readonly reference: string
}

/** Books a gift, with a line in the user's log. */
export async function grantQuota(work: MoneyWork, grant: Grant): Promise<void> {
  const { user, amount, reference } = grant
  if (amount <= 0) return
  await post(work.trx, {
    kind: 'grant',
    userId: user.id,
    userDelta: amount,
    tokenDelta: 0,
    reference,
    nowMs: work.clock.nowMs(),
  })
  await logGrant(work, grant)
}

/** A line in the user's log. */
export async function logGrant(
  work: MoneyWork,
  { user, amount, kind }: Omit<Grant, 'reference'>,
): Promise<void> {
  await recordLog(work, { type: 'system', user, told: { kind, params: { quota: amount } } })
}
