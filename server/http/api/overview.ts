import { overviewEndpoints } from '../../domain/endpoints/overview'
import { handlers } from '../handlers'

export const overviewRoutes = handlers(overviewEndpoints, {
  'overview.health': async ({ services }) => await services.overview.health(),
  'overview.attention': async ({ services, language }) =>
    await services.overview.attention(language),
  'overview.changes': async ({ services, query }) => [
    ...(await services.overview.changes({ from: query.start_timestamp })),
  ],
  'overview.findings': async ({ services, language }) => await services.overview.findings(language),
  'overview.update': async ({ services, language }) => await services.overview.update(language),
  'overview.check_update': async ({ services, language }) =>
    await services.overview.checkUpdate(language),
  'overview.top': async ({ services }) => await services.overview.top(),
  'overview.own': async ({ services, viewer }) => await services.overview.own(viewer.user.id),
})
