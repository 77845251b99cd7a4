import { statsEndpoints } from '../../domain/endpoints/stats'
import type { StatRange } from '../../domain/logs/rollups'
import { handlers } from '../handlers'

export const statsRoutes = handlers(statsEndpoints, {
  'stats.show': async ({ query, services, language }) => {
    const { kind, subject } = query
    return await services.rollups.show({ kind, subject, ...rangeOf(query), language })
  },
  'stats.own_token': async ({ params, query, services, actor, language }) =>
    await services.rollups.showOwnToken(actor, { id: params.id, ...rangeOf(query), language }),
  'stats.day': async ({ query, services }) => {
    const ids = query.ids.split(',').filter((id) => /^\d{1,15}$/.test(id))
    return await services.rollups.lastDayOf(ids.map(Number))
  },
  'stats.counts': async ({ query, services }) => await services.rollups.counts(query.noun),
})

interface RangeQuery {
  readonly range?: StatRange
  readonly shift?: number
}

function rangeOf({ range = 'day', shift = 0 }: RangeQuery) {
  return { range, shift }
}
