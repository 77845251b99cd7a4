import type { Generated } from 'kysely'
import type { PromoScope } from '../../server/domain/payments/promo-code'

/** Somebody who was invited, for what may be paid to who invited them. */
export interface InvitedTable {
  user_id: number
  inviter_id: number
  /** From which the account was registered; "" where nobody knows. */
  address: string
  created_at: number
}

/** An invited user whose use earns a share for who invited them. */
export interface InviteSharesTable {
  user_id: number
  /** Credits that calls have taken from the balance, as far as they were counted. */
  counted: number
  /** What they have earned and nobody has got yet: credits, and millionths of one. */
  due: Generated<number>
  parts: Generated<number>
  /** Epoch ms; 0 for never. */
  booked_at: Generated<number>
}

/** One row a user: the last day that credit was given for. */
export interface CheckInsTable {
  user_id: number
  /** `2026-11-28`, in the time zone of the site. */
  day: string
  created_at: number
}

/** Codes that make orders cheaper. Exactly one of `percent_off` and `amount_off` is above 0. */
export interface PromoCodesTable {
  id: Generated<number>
  /** In capitals. */
  code: string
  note: string
  /** Basis points of the price. */
  percent_off: number
  /** Credits. */
  amount_off: number
  /** Credits that a percentage takes off at most; 0 for no bound. */
  most_off: number
  applies_to: PromoScope
  /** JSON: ids of the plans that it is for; `[]` for all of them. */
  plans: string
  /** Credits that the order is worth at least. */
  least_order: number
  /** For buyers who have bought nothing yet. */
  first_order: 0 | 1
  /** 0 for no limit. */
  most_uses: number
  most_per_user: number
  /** Uses that count against the limits. */
  uses: Generated<number>
  enabled: 0 | 1
  /** Epoch ms; 0 for at once, and for without an end. */
  starts_at: number
  ends_at: number
  created_at: number
  updated_at: number
}

/** One order or subscription that was bought with a code. */
export interface PromoUsesTable {
  id: Generated<number>
  promo_code_id: number
  user_id: number
  /** Number of the order, or `subscription:7` of a plan that the balance has paid. */
  reference: string
  /** `held` by an order that is not paid, `used`, or `released` when the order expired. */
  state: 'held' | 'used' | 'released'
  credits_off: number
  /** In hundredths of the currency; 0 where the balance has paid. */
  cents_off: number
  currency: string
  /** Epoch ms, as the next. */
  created_at: number
  changed_at: number
}

/** That a user has had a reward from somewhere. User 0 stands for the mark itself. */
export interface RewardMarksTable {
  id: Generated<number>
  /** Hash of a network, a browser or a means of payment. */
  mark: string
  reward: string
  user_id: number
  created_at: number
}

export interface PromotionTables {
  invited: InvitedTable
  invite_shares: InviteSharesTable
  check_ins: CheckInsTable
  promo_codes: PromoCodesTable
  promo_uses: PromoUsesTable
  reward_marks: RewardMarksTable
}
