import { type IncidentJson, incidentEndpoints } from '../../domain/endpoints/incident'
import type { IncidentView } from '../../services/incidents/view'
import { handlers } from '../handlers'

export const incidentRoutes = handlers(incidentEndpoints, {
  'incident.list': async ({ services, query }) => {
    const { p: page, page_size, open: isOpen } = query
    const list = await services.incidents.list({ page, page_size, isOpen })
    return { ...list, items: list.items.map(jsonOf) }
  },
  'incident.show': async ({ services, params }) => jsonOf(await services.incidents.show(params.id)),
  'incident.create': async ({ services, actor, body }) => {
    const { kind = 'incident', body: text = '', models = [], ...fields } = body
    const given = { ...fields, kind, models, body: text }
    return jsonOf(await services.incidents.create(actor, given))
  },
  'incident.change': async ({ services, actor, params, body }) => {
    const given = { ...body, models: body.models ?? [], id: params.id }
    return jsonOf(await services.incidents.change(actor, given))
  },
  'incident.update': async ({ services, actor, params, body }) => {
    const { state, body: text = '' } = body
    return jsonOf(await services.incidents.update(actor, { id: params.id, state, body: text }))
  },
  'incident.remove': async ({ services, actor, params }) => {
    await services.incidents.remove(actor, params.id)
  },
})

function jsonOf({ models, updates, ...incident }: IncidentView): IncidentJson {
  return { ...incident, models: [...models], updates: [...updates] }
}
