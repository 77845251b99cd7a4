import { logParts, requireWhole } from '../../../db/log-parts/parts'
import { logPartsBelow } from '../../../db/log-parts/rows'
import type { LogPlace, LogRow } from '../../../db/tables/logs'
import type { ServiceDeps } from '../service-deps'
import { inStoredTerms, type LogQuestion } from './filter'

export interface WalkLogsInput extends LogQuestion {
  /** The last row seen; absent at the beginning. */
  readonly below?: LogPlace | undefined
}

const ROWS_AT_ONCE = 1000

/**
 * The next rows of a walk through all of the log, newest first; nothing at its end. Unlike a page
 * of a list it leaves no row out for the sake of speed. Throws `log.month_missing`,
 * `log.days_away` and `log.store_away`.
 */
export async function walkLogs(
  deps: ServiceDeps,
  { below, ...question }: WalkLogsInput = {},
): Promise<LogRow[]> {
  const parts = await logParts(deps.db)
  const filter = await inStoredTerms(deps.db, parts, question)
  return await logPartsBelow(requireWhole(parts, filter), { ...filter, below }, ROWS_AT_ONCE)
}
