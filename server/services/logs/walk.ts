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
 * of a list it leaves no row out for the sake of speed. Throws `log.month_missing`.
 */
export async function walkLogs(
  deps: ServiceDeps,
  { below, ...asked }: WalkLogsInput = {},
): Promise<LogRow[]> {
  const filter = await inStoredTerms(deps.db.lists, asked)
  const parts = requireWhole(await logParts(deps.db), filter)
  return await logPartsBelow(parts, { ...filter, below }, ROWS_AT_ONCE)
}
