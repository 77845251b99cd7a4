import { boundedFilter, listLogs } from '../../../db/tables/logs'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'
import type { ListedLog } from './list'

export interface SearchLogsInput {
  /** The number of a type, or the beginning of the text. Blank finds everything. */
  readonly keyword?: string | undefined
  readonly userId?: number | undefined
}

/** The newest hundred at most. Callers on behalf of a user must set `userId`. */
export async function searchLogs(
  deps: ServiceDeps,
  { keyword = '', userId }: SearchLogsInput,
): Promise<ListedLog[]> {
  const { lists } = deps.db
  const text = keyword.trim()
  const wanted = /^\d$/.test(text) ? { type: Number(text) } : { contentStart: text }
  const filter = await boundedFilter(lists, { ...wanted, userId })
  return await listLogs(lists, filter, { limit: MAX_PAGE_SIZE, offset: 0 })
}
