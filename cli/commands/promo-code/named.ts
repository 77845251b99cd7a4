import type { Services } from '../../../server/services/create-services'
import type { PromoCodeView } from '../../../server/services/promo-codes/view'

export const PROMO_CODE_ARGUMENT = { name: 'code', summary: 'promo code, or its id' } as const

/** By id or code; throws `promo_code.not_found`. */
export async function promoCodeNamed(
  { promoCodes }: Services,
  given: string,
): Promise<PromoCodeView> {
  const isId = /^\d{1,15}$/.test(given)
  return await promoCodes.show(isId ? { id: Number(given) } : { code: given.trim() })
}
