import { contactPointEndpoints } from '../../domain/endpoints/contact-point'
import type { ContactPointView } from '../../services/notifications/contact-points/view'
import { handlers } from '../handlers'

export const contactPointRoutes = handlers(contactPointEndpoints, {
  'contact_point.list': async ({ services, language }) =>
    (await services.contactPoints.list({ language })).map(inSeconds),
  'contact_point.create': async ({ services, actor, body, language }) =>
    inSeconds(await services.contactPoints.create(actor, { ...body, reader: language })),
  'contact_point.update': async ({ services, actor, params, body, language }) =>
    inSeconds(
      await services.contactPoints.change(actor, { ...body, id: params.id, reader: language }),
    ),
  'contact_point.remove': async ({ services, actor, params }) => {
    await services.contactPoints.remove(actor, params.id)
  },
  'contact_point.test': async ({ services, actor, params }) =>
    await services.contactPoints.test(actor, params.id),
})

function inSeconds(view: ContactPointView) {
  return { ...view, fields: { ...view.fields }, last_at: Math.floor(view.last_at / 1000) }
}
