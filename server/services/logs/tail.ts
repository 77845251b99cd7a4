import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { logPartsAfter } from '../../../db/log-parts/rows'
import { type LogRow, newestLogId } from '../../../db/tables/logs'
import type { ServiceDeps } from '../service-deps'
import { inStoredTerms, type LogQuestion } from './filter'

export interface TailLogsInput extends LogQuestion {
  /** The newest id seen so far. */
  readonly afterId: number
}

const MOST_AT_ONCE = 500

/** What came after the last row seen, oldest first, at most 500 rows: ask again for more. */
export async function tailLogs(deps: ServiceDeps, input: TailLogsInput): Promise<LogRow[]> {
  const { afterId, ...question } = input
  const parts = await logParts(deps.db)
  const filter = { ...(await inStoredTerms(deps.db, parts, question)), afterId }
  return await logPartsAfter(requireWhole(parts, filter), filter, MOST_AT_ONCE)
}

/** Where a follower starts that wants new rows only. */
export async function newestLog(deps: ServiceDeps): Promise<number> {
  return await newestLogId(deps.db.lists)
}
