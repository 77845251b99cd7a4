import type { RowOrder } from '../../../db/tables/row-order'
import { listTasks, type TaskFilter, type TaskRow, taskStates } from '../../../db/tables/tasks'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { JobSort } from '../../domain/jobs/job-sorts'
import { type JobResult, linkTerms, resultsOf } from '../jobs/results'
import { optionValues } from '../options/current'
import { type PageByStatus, type PageRequest, pageOf, pageWindow, totalOf } from '../page'
import type { ServiceDeps } from '../service-deps'

/** A job with its two JSON columns read. */
export interface TaskView extends Omit<TaskRow, 'properties' | 'data'> {
  readonly properties: unknown
  /** What the upstream said last; null before it has said anything. */
  readonly data: unknown
  readonly results: readonly JobResult[]
}

export interface ListTasksInput extends TaskFilter, PageRequest {
  readonly order?: RowOrder<JobSort> | undefined
}

/** Newest first without an `order`. Callers on behalf of a user must set `userId`. */
export async function listTaskPage(
  deps: ServiceDeps,
  input: ListTasksInput = {},
): Promise<PageByStatus<TaskView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listTasks(lists, input, { ...window, order: input.order })
  const states = await taskStates(lists, input)
  const page = pageOf(window, await views(deps, rows), totalOf(states, input.status))
  return { ...page, states }
}

/** Throws `task.not_found`. */
export async function showTask(deps: ServiceDeps, taskId: string): Promise<TaskView> {
  const rows = await listTasks(deps.db.lists, { taskId }, { limit: 1, offset: 0 })
  const [task] = await views(deps, taskId === '' ? [] : rows)
  if (task === undefined) throw new GatewayError('task.not_found')
  return task
}

async function views(deps: ServiceDeps, rows: readonly TaskRow[]): Promise<TaskView[]> {
  const terms = linkTerms(deps, await optionValues(deps.db.reader))
  const made = await resultsOf(
    deps,
    rows.map(({ task_id }) => task_id),
    terms,
  )
  return rows.map((row) => toTaskView(row, made.get(row.task_id) ?? []))
}

/** Without the channel, which is the operator's business. */
export async function listOwnTaskPage(
  deps: ServiceDeps,
  input: Omit<ListTasksInput, 'channelId'> & { readonly userId: number },
): Promise<PageByStatus<TaskView>> {
  const page = await listTaskPage(deps, input)
  return { ...page, items: page.items.map((row) => ({ ...row, channel_id: 0 })) }
}

function toTaskView(row: TaskRow, results: readonly JobResult[]): TaskView {
  return { ...row, results, properties: parsed(row.properties) ?? {}, data: parsed(row.data) }
}

/** null for empty text and for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
