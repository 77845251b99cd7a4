/** What accounts have room for, as a batch of the ledger sees them. */

import { isMoney } from '../limits/kinds'
import type { Limit } from '../limits/limit'
import { TOKEN_STATUS } from '../status'
import type { TokenChange, UserChange } from './book'
import type { Pot } from './covers'
import type { ReserveOrder, ReserveOutcome } from './orders'

/** Who pays for a call. */
export interface Payers {
  readonly user: UserChange | undefined
  readonly token: TokenChange | undefined
  /** A subscription of the user's that pays first. */
  readonly pot: Pot | undefined
}

/** What user and token both have available; infinite where a token has no limit. */
export function leftOf({ user, token, pot }: Payers, isNamed: boolean) {
  const ofToken = !isNamed || token?.unlimited ? Number.POSITIVE_INFINITY : token?.remain_quota
  const ofWallet = user?.quota ?? 0
  return { ofUser: withPot(ofWallet, pot), ofToken: ofToken ?? Number.NEGATIVE_INFINITY }
}

/** A wallet that is overdrawn takes nothing from what a subscription pays. */
function withPot(ofWallet: number, pot: Pot | undefined): number {
  if (pot === undefined) return ofWallet
  return (pot.overflows ? Math.max(0, ofWallet) : 0) + pot.room.credits
}

/**
 * Credits that can be held for a call: all that is wanted, else everything the accounts have
 * left when that is at least `atLeast`.
 */
export function affordable(
  order: Pick<ReserveOrder, 'amount' | 'atLeast' | 'tokenId'>,
  payers: Payers,
): number | ReserveOutcome {
  const { user, token, pot } = payers
  const { ofUser, ofToken } = leftOf(payers, order.tokenId !== undefined)
  // An empty account may not even use free models.
  const isEmpty = pot === undefined && ofUser <= 0
  if (user === undefined || isEmpty) return { kind: 'user_short', balance: ofUser }
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
