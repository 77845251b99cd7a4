import { type ListedLogRow, listLogParts } from '../../../db/log-parts/rows'
import { countLogParts } from '../../../db/log-parts/sums'
import type { LogRow } from '../../../db/tables/logs'
import type { LogSort } from '../../domain/logs/log-sorts'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { answered, type LogGaps, type LogQuestion } from './filter'

/** A log row as it is stored; it holds no secrets. */
export type LogView = LogRow

/** With the name of the channel. */
export type ListedLog = ListedLogRow

export type ListLogsInput = LogQuestion &
  PageRequest & {
    /** Without it the newest is first. */
    readonly sort?: LogSort | undefined
    readonly order?: 'asc' | 'desc' | undefined
  }

/** Callers on behalf of a user must set `userId`. */
export async function listLogPage(
  deps: ServiceDeps,
  input: ListLogsInput = {},
): Promise<Page<ListedLog> & LogGaps> {
  const { sort: column, order = 'desc', ...question } = input
  const window = pageWindow(input)
  const sort = column && { column, order }
  const bound = { isSorted: sort !== undefined }
  return await answered(deps, { question, bound }, async ({ parts, filter }) => {
    const rows = await listLogParts(parts, filter, { ...window, sort })
    return pageOf(window, rows, await countLogParts(parts, filter))
  })
}
