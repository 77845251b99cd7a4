import { type IncidentJson, incidentEndpoints } from '../../domain/endpoints/incident'
import type { Language } from '../../domain/i18n/translate'
import { titled } from '../../domain/status-page/incident-title'
import type { IncidentView } from '../../services/incidents/view'
import { handlers } from '../handlers'

export const incidentRoutes = handlers(incidentEndpoints, {
  'incident.list': async ({ services, query, language }) => {
    const { p: page, page_size, open: isOpen } = query
    const list = await services.incidents.list({ page, page_size, isOpen })
    return { ...list, items: list.items.map((incident) => jsonOf(incident, language)) }
  },
  'incident.show': async ({ services, params, language }) =>
    jsonOf(await services.incidents.show(params.id), language),
  'incident.create': async ({ services, actor, body, language }) => {
    const { kind = 'incident', body: text = '', models = [], ...fields } = body
    const given = { ...fields, kind, models, body: text }
    return jsonOf(await services.incidents.create(actor, given), language)
  },
  'incident.change': async ({ services, actor, params, body, language }) => {
    const given = { ...body, models: body.models ?? [], id: params.id }
    return jsonOf(await services.incidents.change(actor, given), language)
  },
  'incident.update': async ({ services, actor, params, body, language }) => {
    const { state, body: text = '' } = body
    return jsonOf(
      await services.incidents.update(actor, { id: params.id, state, body: text }),
      language,
    )
  },
  'incident.remove': async ({ services, actor, params }) => {
    await services.incidents.remove(actor, params.id)
  },
})

function jsonOf(stored: IncidentView, language: Language): IncidentJson {
  const { models, updates, ...incident } = titled(stored, language)
  return { ...incident, models: [...models], updates: [...updates] }
}
