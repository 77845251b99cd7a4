import { type LogPlace, type LogRow, logsBelow } from '../../../db/tables/logs'
import type { ServiceDeps } from '../service-deps'
import { inStoredTerms, type LogQuestion } from './filter'

export interface WalkLogsInput extends LogQuestion {
  /** The last row seen; absent at the beginning. */
  readonly below?: LogPlace | undefined
}

const ROWS_AT_ONCE = 1000

/**
 * The next rows of a walk through all of the log, newest first; nothing at its end. Unlike a page
 * of a list it leaves no row out for the sake of speed.
 */
export async function walkLogs(
  deps: ServiceDeps,
  { below, ...asked }: WalkLogsInput = {},
): Promise<LogRow[]> {
  const { lists } = deps.db
  return await logsBelow(lists, { ...(await inStoredTerms(lists, asked)), below }, ROWS_AT_ONCE)
}
