import { countTasks, listTasks, type TaskFilter, type TaskRow } from '../../../db/tables/tasks'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

/** A job with its two JSON columns read. */
export interface TaskView extends Omit<TaskRow, 'properties' | 'data'> {
  readonly properties: unknown
  /** What the upstream said last; null before it has said anything. */
  readonly data: unknown
}

export type ListTasksInput = TaskFilter & PageRequest

/** Newest first. Callers on behalf of a user must set `userId`. */
export async function listTaskPage(
  deps: ServiceDeps,
  input: ListTasksInput = {},
): Promise<Page<TaskView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listTasks(lists, input, window)
  return pageOf(window, rows.map(toTaskView), await countTasks(lists, input))
}

/** Without the channel, which is the operator's business. */
export async function listOwnTaskPage(
  deps: ServiceDeps,
  input: Omit<ListTasksInput, 'channelId'> & { readonly userId: number },
): Promise<Page<TaskView>> {
  const page = await listTaskPage(deps, input)
  return { ...page, items: page.items.map((row) => ({ ...row, channel_id: 0 })) }
}

function toTaskView(row: TaskRow): TaskView {
  return { ...row, properties: parsed(row.properties) ?? {}, data: parsed(row.data) }
}

/** null for empty text and for text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}
