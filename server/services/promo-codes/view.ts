import type { PromoCodeRow, PromoSum } from '../../../db/tables/promo-codes'
import type { PromoTerms } from '../../domain/payments/promo-code'

export interface PromoCodeFields extends PromoTerms {
  /** "" for one that is drawn. */
  readonly code: string
  /** What it is for. */
  readonly note: string
}

export interface PromoCodeView extends PromoCodeFields, PromoSum {
  readonly id: number
  readonly created_at: number
}

const NOT_USED: PromoSum = { used: 0, held: 0, credits_off: 0 }

export function promoTerms(row: PromoCodeRow): PromoTerms {
  const { percent_off, amount_off, most_off, applies_to, least_order } = row
  const { most_uses, most_per_user, starts_at, ends_at } = row
  return {
    ...{ percent_off, amount_off, most_off, applies_to, least_order },
    ...{ most_uses, most_per_user, starts_at, ends_at },
    plans: planIds(row.plans),
    first_order: row.first_order === 1,
    enabled: row.enabled === 1,
  }
}

export function promoCodeView(row: PromoCodeRow, sum: PromoSum = NOT_USED): PromoCodeView {
  const { id, code, note, created_at } = row
  return { id, code, note, ...promoTerms(row), ...sum, created_at }
}

function planIds(text: string): readonly number[] {
  const ids: unknown = JSON.parse(text || '[]')
  return Array.isArray(ids) ? ids.map(Number) : []
}
