import { dashboardEndpoints } from '../../domain/endpoints/dashboard'
import { handlers } from '../handlers'

export const dashboardRoutes = handlers(dashboardEndpoints, {
  'dashboard.hours': async ({ query, services }) =>
    await services.dashboard.hours({ ...rangeOf(query), username: query.username }),
  'dashboard.own_hours': async ({ query, services, viewer }) =>
    await services.dashboard.ownHours({ ...rangeOf(query), userId: viewer.user.id }),
  'dashboard.failures': async ({ query, services }) =>
    await services.dashboard.failures(rangeOf(query)),
  'dashboard.top': async ({ query, services }) => await services.dashboard.top(rangeOf(query)),
})

interface RangeQuery {
  readonly start_timestamp?: number
  readonly end_timestamp?: number
}

function rangeOf({ start_timestamp: from, end_timestamp: to }: RangeQuery) {
  return { from, to }
}
