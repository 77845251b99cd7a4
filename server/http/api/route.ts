import { routeEndpoints } from '../../domain/endpoints/route'
import type { PastRoute } from '../../services/routing/past-route'
import { handlers } from '../handlers'
import { limitJson } from './limit'

export const routeRoutes = handlers(routeEndpoints, {
  'route.explain': async ({ services, query }) => {
    const { request_id: requestId, token_id: tokenId, user_id: userId, ...question } = query
    const explained = await services.routes.explain({ ...question, requestId, tokenId, userId })
    const { candidates, stopped_by, past, ...facts } = explained
    const stopping = stopped_by.map(limitJson)
    return { ...facts, candidates: [...candidates], stopped_by: stopping, past: pastJson(past) }
  },
})

function pastJson(past: PastRoute | undefined) {
  if (past === undefined) return null
  const { payer: _, ...shown } = past
  return { ...shown, tried: [...shown.tried] }
}
