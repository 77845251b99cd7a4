import { financeEndpoints } from '../../domain/endpoints/finance'
import { handlers } from '../handlers'

export const financeRoutes = handlers(financeEndpoints, {
  'finance.show': async ({ query, services }) => {
    const { booked, ...rest } = await services.finance.show(rangeOf(query))
    return { ...rest, booked: [...booked] }
  },
  'finance.sums': async ({ query, services }) => [
    ...(await services.finance.sums({ ...rangeOf(query), by: query.by })),
  ],
  'finance.reconcile': async ({ params, body, services }) => {
    const { shape, rows } = await services.bills.reconcile({ channelId: params.id, csv: body.csv })
    return { shape, rows: [...rows] }
  },
  'finance.verify': async ({ services }) => {
    const { at, differences } = await services.finance.verify()
    return { at, differences: [...differences] }
  },
})

interface RangeQuery {
  readonly start_timestamp?: number
  readonly end_timestamp?: number
}

function rangeOf({ start_timestamp: from, end_timestamp: to }: RangeQuery) {
  return { from: from || undefined, to: to || undefined }
}
