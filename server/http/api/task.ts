import { taskEndpoints } from '../../domain/endpoints/task'
import { bareList } from '../envelope'
import { handlers } from '../handlers'
import { jobHandlers } from './job'

const { cancel, retry, refund } = jobHandlers('task')

export const taskRoutes = handlers(taskEndpoints, {
  'task.list': async ({ query, services }) => {
    const channelId = query.channel_id || undefined
    return bareList(await services.tasks.list({ ...requestOf(query), channelId }))
  },
  'task.list_own': async ({ query, services, viewer }) =>
    bareList(await services.tasks.listOwn({ ...requestOf(query), userId: viewer.user.id })),
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
  }
}
