import { billEndpoints } from '../../domain/endpoints/bill'
import { handlers } from '../handlers'

export const billRoutes = handlers(billEndpoints, {
  'bill.sums': async ({ services, query }) => {
    const { by, start_timestamp: from, end_timestamp: to } = query
    return [...(await services.bills.sums({ by, from, to }))]
  },
  'bill.what_if': async ({ services, body }) => {
    const { by, prices, start_timestamp: from, end_timestamp: to } = body
    return [...(await services.bills.sums({ by, prices, from, to }))]
  },
})
