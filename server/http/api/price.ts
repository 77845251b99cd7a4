import { priceEndpoints } from '../../domain/endpoints/price'
import { handlers } from '../handlers'

export const priceRoutes = handlers(priceEndpoints, {
  'price.list': async ({ query, services }) => {
    const rows = await services.prices.list()
    return rows.filter(({ model }) => query.model === undefined || model === query.model)
  },
  'price.set': async ({ body, services, actor }) => await services.prices.set(actor, body),
  'price.history': async ({ query, services }) => await services.prices.history(query),
  'price.reset': async ({ services, actor }) => {
    await services.prices.reset(actor)
  },
})
