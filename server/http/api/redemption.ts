import { redemptionEndpoints } from '../../domain/endpoints/redemption'
import { filterOf } from '../../domain/nouns/noun-stored'
import { redemptionFields } from '../../domain/nouns/redemption'
import { reply } from '../envelope'
import { handlers } from '../handlers'
import { orderOf } from './order-of'

export const redemptionRoutes = handlers(redemptionEndpoints, {
  'redemption.list': async ({ query, services }) =>
    await services.redemptions.list({ page: query.p, page_size: query.page_size }),
  'redemption.search': async ({ query, services }) => {
    const { keyword, p: page, page_size } = query
    const filter = { ...filterOf(redemptionFields, query), keyword, order: orderOf(query) }
    return await services.redemptions.list({ ...filter, page, page_size })
  },
  'redemption.show': async ({ params, services }) => await services.redemptions.show(params.id),
  'redemption.create': async ({ body, services, actor }) => {
    const { name = '', quota = 0 } = body
    const made = await services.redemptions.create(actor, { ...body, name, quota })
    return made.map(({ key }) => key)
  },
  'redemption.update': async ({ query, body, services, actor }) => {
    const { id, status, ...fields } = body
    const isStatusOnly = (query.status_only ?? '') !== ''
    return await services.redemptions.set(actor, isStatusOnly ? { id, status } : { id, ...fields })
  },
  'redemption.remove': async ({ params, services, actor }) => {
    await services.redemptions.remove(actor, params.id)
  },
  'redemption.redeem': async ({ body, services, actor }) => {
    const wanted = { userId: actor.id, code: body.key ?? '' }
    const { quota, plan } = await services.redemptions.redeem(actor, wanted)
    return reply({ data: quota, extra: plan === '' ? {} : { plan } })
  },
})
