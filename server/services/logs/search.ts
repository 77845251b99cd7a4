import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { listLogParts } from '../../../db/log-parts/rows'
import { LANGUAGES } from '../../domain/i18n/translate'
import { contentOf } from '../../domain/logs/content'
import { MAX_PAGE_SIZE } from '../page'
import type { ServiceDeps } from '../service-deps'
import { answerable } from './filter'
import type { ListedLog } from './list'
import { logReader } from './reader'

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
  const text = keyword.trim()
  const isType = /^\d$/.test(text)
  const wanted = isType ? { type: Number(text) } : { contentStart: text }
  const parts = await logParts(deps.db)
  const filter = await answerable(deps, parts, { question: { ...wanted, userId } })
  const newest = { limit: MAX_PAGE_SIZE, offset: 0 }
  const rows = await listLogParts(requireWhole(parts, filter), filter, newest)
  if (isType || text === '') return rows
  // A kind was found by the words before its first number; the rest of the row has to match too.
  const seesUpstream = userId === undefined
  const readers = await Promise.all(
    LANGUAGES.map((language) => logReader(deps, { language, seesUpstream })),
  )
  const begins = (content: string) => content.toLowerCase().startsWith(text.toLowerCase())
  return rows.filter(
    (row) => begins(row.content) || readers.some((reader) => begins(contentOf(row, reader))),
  )
}
