/** Jobs that an upstream works on for a while: music, lyrics. Times are epoch seconds. */
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { JobSort } from '../../server/domain/jobs/job-sorts'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { TasksTable } from '../schema/jobs'
import type { RowWindow } from './row-order'
import type { JobStateCount } from './state-counts'

export type TaskRow = Selectable<TasksTable>

export interface TaskFilter {
  readonly userId?: number | undefined
  readonly channelId?: number | undefined
  readonly platform?: string | undefined
  readonly taskId?: string | undefined
  readonly status?: string | undefined
  readonly action?: string | undefined
  /** Epoch seconds of submission, both ends included. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

const EXACT = [
  ['userId', 'user_id'],
  ['channelId', 'channel_id'],
  ['platform', 'platform'],
  ['taskId', 'task_id'],
  ['status', 'status'],
  ['action', 'action'],
] as const satisfies readonly (readonly [keyof TaskFilter, keyof TaskRow])[]

type TaskQuery<O> = SelectQueryBuilder<Schema, 'tasks', O>

function narrowed<O>(query: TaskQuery<O>, filter: TaskFilter): TaskQuery<O> {
  let narrow = query
  for (const [name, column] of EXACT) {
    const wanted = filter[name]
    if (wanted !== undefined && wanted !== '') {
      narrow = narrow.where(column, '=', wanted)
    }
  }
  const { from, to } = filter
  return narrow
    .$if(from !== undefined, (q) => q.where('submit_time', '>=', from ?? 0))
    .$if(to !== undefined, (q) => q.where('submit_time', '<=', to ?? 0))
}

/** Newest first unless another order is requested. */
export async function listTasks(
  lists: Lists,
  filter: TaskFilter,
  page: RowWindow<JobSort>,
): Promise<TaskRow[]> {
  const { order } = page
  return await narrowed(lists.selectFrom('tasks').selectAll(), filter)
    .$if(order !== undefined, (q) => q.orderBy(order?.column ?? 'id', order?.direction))
    .orderBy('id', order?.direction ?? 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

/** Those of the ids that are the user's, in no order. */
export async function tasksByIds(
  reader: Kysely<Schema>,
  { userId, ids }: { readonly userId: number; readonly ids: readonly string[] },
): Promise<TaskRow[]> {
  if (ids.length === 0) return []
  return await reader
    .selectFrom('tasks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', 'in', ids)
    .execute()
}

/** How many there are of each status among those that pass the other filters. */
export async function taskStates(
  lists: Lists,
  filter: Omit<TaskFilter, 'status'>,
): Promise<JobStateCount[]> {
  const counted = lists
    .selectFrom('tasks')
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .groupBy('status')
  const rows = await narrowed(counted, { ...filter, status: '' }).execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}
