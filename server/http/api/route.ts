import { routeEndpoints } from '../../domain/endpoints/route'
import { handlers } from '../handlers'

export const routeRoutes = handlers(routeEndpoints, {
  'route.explain': async ({ services, query }) => {
    const { request_id: requestId, ...asked } = query
    const { candidates, past, ...facts } = await services.routes.explain({ ...asked, requestId })
    const shown = past === undefined ? null : { ...past, tried: [...past.tried] }
    return { ...facts, candidates: [...candidates], past: shown }
  },
})
