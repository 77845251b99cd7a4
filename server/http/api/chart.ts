import { chartEndpoints } from '../../domain/endpoints/chart'
import { handlers } from '../handlers'

export const chartRoutes = handlers(chartEndpoints, {
  'chart.list': async ({ services, viewer }) => [...(await services.charts.list(viewer.user))],
  'chart.create': async ({ services, actor, viewer, body }) =>
    await services.charts.keep(actor, { ...body, viewer: viewer.user }),
  'chart.update': async ({ services, actor, viewer, params, body }) =>
    await services.charts.keep(actor, { ...body, viewer: viewer.user, id: params.id }),
  'chart.remove': async ({ services, actor, viewer, params }) => {
    await services.charts.remove(actor, { id: params.id, userId: viewer.user.id })
  },
})
