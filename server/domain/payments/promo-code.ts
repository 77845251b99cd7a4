/**
 * Codes that make an order cheaper. A discount is worked out in credits of the price, which all
 * currencies and the balance have in common, and rounded down.
 */
export const PROMO_SCOPES = ['all', 'credits', 'plans'] as const
/** What a code is for: every order, credits only, or plans only. */
export type PromoScope = (typeof PROMO_SCOPES)[number]

/** All of the price, in basis points. */
export const WHOLE_PRICE = 10_000

/** How an order that was bought with a code stands with its limits. */
export const PROMO_USE_STATES = ['held', 'used', 'released'] as const
export type PromoUseState = (typeof PROMO_USE_STATES)[number]

const CODE = /^[A-Z0-9][A-Z0-9_-]{2,31}$/
/** Without what people read wrong. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
export const DRAWN_LENGTH = 10

/** As it is stored, however it was typed; `undefined` for what can be no code. */
export function promoCodeIn(typed: string): string | undefined {
  const code = typed.trim().toUpperCase()
  return CODE.test(code) ? code : undefined
}

export interface PromoRates {
  /** Basis points; 0 where an amount is taken off. */
  readonly percent_off: number
  /** Credits. */
  readonly amount_off: number
  /** Credits that a percentage takes off at most; 0 for no bound. */
  readonly most_off: number
}

/** Credits off a price; never more than the price. */
export function creditsOff(
  { percent_off, amount_off, most_off }: PromoRates,
  price: number,
): number {
  if (percent_off === 0) return Math.min(price, amount_off)
  const off = Number((BigInt(price) * BigInt(percent_off)) / BigInt(WHOLE_PRICE))
  return most_off === 0 ? off : Math.min(off, most_off)
}

export interface PromoTerms extends PromoRates {
  readonly applies_to: PromoScope
  /** Ids; empty for every plan. */
  readonly plans: readonly number[]
  readonly least_order: number
  readonly first_order: boolean
  readonly most_uses: number
  readonly most_per_user: number
  readonly enabled: boolean
  /** Epoch ms; 0 for at once, and for without an end. */
  readonly starts_at: number
  readonly ends_at: number
}

/** What a code is tried for. */
export interface PromoOrder {
  /** 0 for credits. */
  readonly planId: number
  /** Credits, before the discount. */
  readonly price: number
  readonly nowMs: number
  /** Uses that count already: of everybody, and of the buyer. */
  readonly uses: number
  readonly usesOfBuyer: number
  /** Whether the buyer has bought nothing yet, nor is about to with such a code. */
  readonly isFirst: boolean
}

export type PromoRefusal =
  | 'promo_code.unknown'
  | 'promo_code.not_begun'
  | 'promo_code.over'
  | 'promo_code.other_order'
  | 'promo_code.order_too_small'
  | 'promo_code.first_only'
  | 'promo_code.used_up'
  | 'promo_code.used_by_you'

/** Why a code does not count for an order; `undefined` when it does. */
export function promoRefusal(terms: PromoTerms, order: PromoOrder): PromoRefusal | undefined {
  const { nowMs, price, uses, usesOfBuyer } = order
  const { starts_at, ends_at, most_uses, most_per_user } = terms
  const rules: readonly (readonly [PromoRefusal, boolean])[] = [
    ['promo_code.unknown', !terms.enabled],
    ['promo_code.not_begun', nowMs < starts_at],
    ['promo_code.over', ends_at > 0 && nowMs >= ends_at],
    ['promo_code.other_order', !isFor(terms, order.planId)],
    ['promo_code.order_too_small', price < terms.least_order],
    ['promo_code.first_only', terms.first_order && !order.isFirst],
    ['promo_code.used_up', most_uses > 0 && uses >= most_uses],
    ['promo_code.used_by_you', most_per_user > 0 && usesOfBuyer >= most_per_user],
  ]
  return rules.find(([, refuses]) => refuses)?.[0]
}

function isFor({ applies_to, plans }: PromoTerms, planId: number): boolean {
  if (planId === 0) return applies_to !== 'plans'
  if (applies_to === 'credits') return false
  return plans.length === 0 || plans.includes(planId)
}
