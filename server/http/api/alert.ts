import { alertEndpoints } from '../../domain/endpoints/alert'
import { handlers } from '../handlers'

export const alertRoutes = handlers(alertEndpoints, {
  'alert.list': async ({ services }) => await services.alerts.list(),
  'alert.show': async ({ params, services }) => await services.alerts.show(params.id),
  'alert.history': async ({ query: { p: page, page_size, rule }, services }) =>
    await services.alerts.history({ page, page_size, rule }),
  'alert.preview': async ({ body, services }) => await services.alerts.preview(body),
  'alert.create': async ({ body, services, actor }) => await services.alerts.create(actor, body),
  'alert.update': async ({ params, body, services, actor }) =>
    await services.alerts.change(actor, { ...body, id: params.id }),
  'alert.silence': async ({ params, body, services, actor }) =>
    await services.alerts.silence(actor, { id: params.id, until: body.until }),
  'alert.remove': async ({ params, services, actor }) => {
    await services.alerts.remove(actor, params.id)
  },
})
