import { liveEndpoints } from '../../domain/endpoints/live'
import { handlers } from '../handlers'

export const liveRoutes = handlers(liveEndpoints, {
  'live.show': async ({ services, language }) => await services.live.show(language),
  'live.end': async ({ services, actor, params }) => await services.live.end(actor, params.id),
})
