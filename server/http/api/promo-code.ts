import { promoCodeEndpoints } from '../../domain/endpoints/promo-code'
import { NEW_PROMO_CODE } from '../../domain/payments/new-promo-code'
import type { PromoCodeView } from '../../services/promo-codes/view'
import { handlers } from '../handlers'

export const promoCodeRoutes = handlers(promoCodeEndpoints, {
  'promo_code.list': async ({ query, services }) => {
    const { keyword, p: page, page_size } = query
    const found = await services.promoCodes.list({ keyword, page, page_size })
    return { ...found, items: found.items.map(jsonOf) }
  },
  'promo_code.show': async ({ params, services }) => jsonOf(await services.promoCodes.show(params)),
  'promo_code.uses': async ({ params, query, services }) => {
    const { p: page, page_size } = query
    return await services.promoCodes.uses({ id: params.id, page, page_size })
  },
  'promo_code.create': async ({ body, services, actor }) =>
    jsonOf(await services.promoCodes.create(actor, { ...NEW_PROMO_CODE, ...body })),
  'promo_code.update': async ({ params, body, services, actor }) =>
    jsonOf(await services.promoCodes.change(actor, { id: params.id, change: body })),
  'promo_code.remove': async ({ params, services, actor }) => {
    await services.promoCodes.remove(actor, params.id)
  },
  'promo_code.price': async ({ body, services, viewer }) => {
    const { promo_code: promoCode, plan_id: planId } = body
    return await services.promoCodes.priceOf({ userId: viewer.user.id, planId, promoCode })
  },
})

function jsonOf({ plans, ...code }: PromoCodeView) {
  return { ...code, plans: [...plans] }
}
