import { taskEndpoints } from '../../domain/endpoints/task'
import type { JobSort } from '../../domain/jobs/job-sorts'
import { jobList } from '../envelope'
import { handlers } from '../handlers'
import { jobHandlers } from './job'
import { orderOf } from './order-of'

const { cancel, retry, refund } = jobHandlers('task')

export const taskRoutes = handlers(taskEndpoints, {
  'task.list': async ({ query, services, language }) => {
    const channelId = query.channel_id || undefined
    return jobList(await services.tasks.list({ ...requestOf(query), channelId }), language)
  },
  'task.list_own': async ({ query, services, viewer, language }) => {
    const input = { ...requestOf(query), userId: viewer.user.id }
    return jobList(await services.tasks.listOwn(input), language)
  },
  'task.cancel': cancel,
  'task.retry': retry,
  'task.refund': refund,
})

interface TaskQuery {
  readonly p?: number
  readonly page_size?: number
  readonly platform?: string
  readonly task_id?: string
  readonly status?: string
  readonly action?: string
  readonly start_timestamp?: number
  readonly end_timestamp?: number
  readonly sort?: JobSort
  readonly order?: 'asc' | 'desc'
}

function requestOf({ p = 0, page_size, task_id: taskId, ...query }: TaskQuery) {
  const { platform, status, action } = query
  return {
    page: p + 1,
    page_size,
    taskId,
    platform,
    status,
    action,
    from: query.start_timestamp || undefined,
    to: query.end_timestamp || undefined,
    order: orderOf(query),
  }
}
