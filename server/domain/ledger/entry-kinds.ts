/**
 * The kinds of ledger entries. The sum of `user_delta` over a user is the user's balance, the
 * sum of `token_delta` over a token its remaining quota, so the signs here are what keeps a
 * wrong booking out. Credits are integers.
 */
export interface LedgerKindRow {
  /** Sign that `user_delta` may have; 0 always may. */
  readonly user: 'plus' | 'minus' | 'any' | 'zero'
  readonly token: 'plus' | 'minus' | 'any' | 'zero'
  /** Whether `charge`, what counts as used, may be above 0. */
  readonly charges: boolean
  readonly zh: string
  readonly en: string
}

export const LEDGER_KINDS = {
  /** Held before the upstream call. */
  reserve: { user: 'minus', token: 'minus', charges: false, zh: '预扣', en: 'Reserved' },
  /** Difference between what was held and the final charge. */
  settle: { user: 'any', token: 'any', charges: true, zh: '结算', en: 'Settled' },
  /** A reservation given back whole. */
  release: { user: 'plus', token: 'plus', charges: false, zh: '退还', en: 'Released' },
  top_up: { user: 'plus', token: 'zero', charges: false, zh: '充值', en: 'Top-up' },
  /** Money of a top-up that went back at the payment service, or came again after all. */
  refund: { user: 'any', token: 'zero', charges: false, zh: '退款', en: 'Refunded' },
  redeem: { user: 'plus', token: 'zero', charges: false, zh: '兑换', en: 'Redeemed' },
  /** New-user gifts and invite rewards, and a new token's first quota. */
  grant: { user: 'plus', token: 'plus', charges: false, zh: '赠送', en: 'Granted' },
  /** An edit of a balance by a person, imports included. */
  adjust: { user: 'any', token: 'any', charges: false, zh: '调整', en: 'Adjusted' },
  /** What was used on another gateway, taken over with the account; moves no balance. */
  carry: { user: 'zero', token: 'zero', charges: true, zh: '结转', en: 'Carried over' },
  /** Invite earnings moved into the balance. */
  transfer: { user: 'plus', token: 'zero', charges: false, zh: '划转', en: 'Transferred' },
  /** For a payment or the use of somebody whom the user has invited; a refund takes its part. */
  reward: { user: 'any', token: 'zero', charges: false, zh: '邀请奖励', en: 'Invitation reward' },
  check_in: { user: 'plus', token: 'zero', charges: false, zh: '签到', en: 'Check-in' },
  /** Paid by a subscription towards what a call holds; what it did not need goes back. */
  cover: { user: 'any', token: 'zero', charges: false, zh: '套餐支付', en: 'Covered by plan' },
  /** A plan that was bought from the balance, or what is given back of one. */
  plan: { user: 'any', token: 'zero', charges: false, zh: '套餐', en: 'Plan' },
  /** What a period of a subscription grants, and what is left of it at its end. */
  allowance: { user: 'zero', token: 'zero', charges: false, zh: '套餐额度', en: 'Plan allowance' },
  /** Between a person and an organisation: one entry at each, under the same reference. */
  move: { user: 'any', token: 'zero', charges: false, zh: '转账', en: 'Moved' },
} as const satisfies Record<string, LedgerKindRow>

export type LedgerKind = keyof typeof LEDGER_KINDS

export const LEDGER_KIND_NAMES = Object.keys(LEDGER_KINDS) as readonly LedgerKind[]

export function isLedgerKind(text: string): text is LedgerKind {
  return Object.hasOwn(LEDGER_KINDS, text)
}

export interface LedgerAmounts {
  readonly user_delta: number
  readonly token_delta: number
  readonly charge: number
}

/** Whether the amounts of an entry are possible for its kind. */
export function isBookable(kind: LedgerKind, entry: LedgerAmounts): boolean {
  const row: LedgerKindRow = LEDGER_KINDS[kind]
  const { user_delta, token_delta, charge } = entry
  return (
    [user_delta, token_delta, charge].every(Number.isSafeInteger) &&
    hasSign(user_delta, row.user) &&
    hasSign(token_delta, row.token) &&
    charge >= 0 &&
    (charge === 0 || row.charges)
  )
}

function hasSign(amount: number, sign: LedgerKindRow['user']): boolean {
  if (sign === 'plus') return amount >= 0
  if (sign === 'minus') return amount <= 0
  return sign === 'any' || amount === 0
}
