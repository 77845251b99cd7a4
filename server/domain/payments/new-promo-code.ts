import type { PromoTerms } from './promo-code'

interface NewPromoCode extends PromoTerms {
  readonly code: string
  readonly note: string
}

/** Once for everybody, until it is said otherwise; what it takes off has to be said. */
export const NEW_PROMO_CODE: NewPromoCode = {
  code: '',
  note: '',
  percent_off: 0,
  amount_off: 0,
  most_off: 0,
  applies_to: 'all',
  plans: [],
  least_order: 0,
  first_order: false,
  most_uses: 0,
  most_per_user: 1,
  enabled: true,
  starts_at: 0,
  ends_at: 0,
}
