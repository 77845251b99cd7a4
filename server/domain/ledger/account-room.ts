/** What accounts have room for, as a batch of the ledger sees them. */

import { isMoney } from '../limits/kinds'
import type { Limit } from '../limits/limit'
import { TOKEN_STATUS } from '../status'
import type { TokenChange, UserChange } from './book'
import type { ReserveOrder, ReserveOutcome } from './orders'

/** What user and token both have left; infinite where a token has no limit. */
export function leftOf(
  user: UserChange | undefined,
  token: TokenChange | undefined,
  isNamed: boolean,
) {
  const ofToken = !isNamed || token?.unlimited ? Number.POSITIVE_INFINITY : token?.remain_quota
  return { ofUser: user?.quota ?? 0, ofToken: ofToken ?? Number.NEGATIVE_INFINITY }
}

/**
 * Credits that can be held for a call: all that is wanted, else everything the accounts have
 * left when that is at least `atLeast`.
 */
export function affordable(
  order: Pick<ReserveOrder, 'amount' | 'atLeast' | 'tokenId'>,
  user: UserChange | undefined,
  token: TokenChange | undefined,
): number | ReserveOutcome {
  const { ofUser, ofToken } = leftOf(user, token, order.tokenId !== undefined)
  // An empty account may not even use free models.
  if (user === undefined || ofUser <= 0) return { kind: 'user_short', balance: ofUser }
  const amount = Math.min(order.amount, ofUser, ofToken)
  const least = Math.min(order.amount, order.atLeast)
  if (amount >= least) return amount
  if (ofUser < least) return { kind: 'user_short', balance: ofUser }
  return { kind: 'token_short', balance: token?.remain_quota ?? 0 }
}

/** Whether a budget bounds what is charged to whoever pays. */
export function isOfPayer({ kind, subject }: Limit): boolean {
  return isMoney(kind) && (subject === 'token' || subject === 'user')
}

/** A limited token that is spent is marked so, and comes back when credits return to it. */
export function statusAfter(token: TokenChange): number {
  const { enabled, exhausted } = TOKEN_STATUS
  if (token.status === exhausted && token.remain_quota > 0) return enabled
  if (token.status !== enabled || token.unlimited || token.remain_quota > 0) {
    return token.status
  }
  return exhausted
}
