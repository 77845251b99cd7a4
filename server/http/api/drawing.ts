import { drawingEndpoints } from '../../domain/endpoints/drawing'
import type { JobSort } from '../../domain/jobs/job-sorts'
import { jobList } from '../envelope'
import { handlers } from '../handlers'
import { jobHandlers } from './job'
import { orderOf } from './order-of'

const { cancel, retry, refund } = jobHandlers('drawing')

export const drawingRoutes = handlers(drawingEndpoints, {
  'drawing.list': async ({ query, services, language }) => {
    const channelId = query.channel_id || undefined
    return jobList(await services.drawings.list({ ...requestOf(query), channelId }), language)
  },
  'drawing.list_own': async ({ query, services, viewer, language }) => {
    const input = { ...requestOf(query), userId: viewer.user.id }
    return jobList(await services.drawings.listOwn(input), language)
  },
  'drawing.cancel': cancel,
  'drawing.retry': retry,
  'drawing.refund': refund,
})

interface DrawingQuery {
  readonly p?: number
  readonly page_size?: number
  readonly mj_id?: string
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly status?: string
  readonly sort?: JobSort
  readonly order?: 'asc' | 'desc'
}

function requestOf({ p = 0, page_size, ...query }: DrawingQuery) {
  return {
    page: p + 1,
    page_size,
    mjId: query.mj_id,
    fromMs: query.start_timestamp || undefined,
    toMs: query.end_timestamp || undefined,
    status: query.status,
    order: orderOf(query),
  }
}
