import { redemptionEndpoints } from '../../domain/endpoints/redemption'
import { handlers } from '../handlers'
import { orderOf } from './order-of'

export const redemptionRoutes = handlers(redemptionEndpoints, {
  'redemption.list': async ({ query, services }) =>
    await services.redemptions.list({ page: query.p, page_size: query.page_size }),
  'redemption.search': async ({ query, services }) => {
    const { keyword, status, p: page, page_size } = query
    const filter = { keyword, status: status || undefined, order: orderOf(query) }
    return await services.redemptions.list({ ...filter, page, page_size })
  },
  'redemption.show': async ({ params, services }) => await services.redemptions.show(params.id),
  'redemption.create': async ({ body, services, actor }) => {
    const { name = '', quota = 0, count } = body
    const made = await services.redemptions.create(actor, { name, quota, count })
    return made.map(({ key }) => key)
  },
  'redemption.update': async ({ query, body, services, actor }) => {
    const { id, status, name, quota } = body
    const isStatusOnly = (query.status_only ?? '') !== ''
    return await services.redemptions.set(
      actor,
      isStatusOnly ? { id, status } : { id, name, quota },
    )
  },
  'redemption.remove': async ({ params, services, actor }) => {
    await services.redemptions.remove(actor, params.id)
  },
  'redemption.redeem': async ({ body, services, actor }) =>
    await services.redemptions.redeem(actor, { userId: actor.id, code: body.key ?? '' }),
})
