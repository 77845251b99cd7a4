import { countLogs, type ListedLogRow, type LogRow, listLogs } from '../../../db/tables/logs'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { answerable, type LogQuestion } from './filter'

/** A log row as it is stored; it holds no secrets. */
export type LogView = LogRow

/** With the name of the channel. */
export type ListedLog = ListedLogRow

export type ListLogsInput = LogQuestion & PageRequest

/** Newest first. Callers on behalf of a user must set `userId`. */
export async function listLogPage(
  deps: ServiceDeps,
  input: ListLogsInput = {},
): Promise<Page<ListedLog>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const filter = await answerable(lists, input)
  const rows = await listLogs(lists, filter, window)
  return pageOf(window, rows, await countLogs(lists, filter))
}
