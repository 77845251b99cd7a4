import type { Lists } from '../../../db/lists'
import { type LogParts, logParts, missingMonths } from '../../../db/log-parts/parts'
import { boundedFilter, type LogBound } from '../../../db/log-parts/sums'
import type { LogFilter } from '../../../db/tables/log-filter'
import { findUserByName } from '../../../db/tables/users'
import type { ServiceDeps } from '../service-deps'
import { marksOf } from './message-search'
import { withLine } from './query-line'

/** A filter, and what a query line adds to it. */
export interface LogQuestion extends LogFilter {
  /** As a person typed it: `model:gpt-5 status:429 cost:>0.01`. */
  readonly line?: string | undefined
}

/** What an answer lacks; absent where it lacks nothing. */
export interface LogGaps {
  /** Months, such as `2026-10`, whose files are missing. */
  readonly missing_months?: readonly string[]
}

export interface AnswerableLog {
  readonly parts: LogParts
  readonly filter: LogFilter
  readonly gaps: LogGaps
}

/**
 * The filter as the database answers it quickly. A name becomes the id of whoever has it now:
 * an index knows ids, and rows from before a renaming are found as well. Words are looked for
 * in what is stored and in the kinds that are told by them.
 */
export async function answerable(
  { db }: Pick<ServiceDeps, 'db'>,
  asked: LogQuestion,
  bound: LogBound = {},
): Promise<AnswerableLog> {
  const parts = await logParts(db)
  const filter = await boundedFilter(parts, await inStoredTerms(db.lists, asked), bound)
  const missing_months = missingMonths(parts, filter)
  return { parts, filter, gaps: missing_months.length === 0 ? {} : { missing_months } }
}

/** Throws `log.query_unclear` for a line that nobody understands. */
export async function inStoredTerms(lists: Lists, asked: LogQuestion): Promise<LogFilter> {
  const { line = '', ...given } = asked
  const { username = '', ...filter } = withMarks(await withLine(lists, given, line))
  if (username === '') return filter
  const user = await findUserByName(lists, username)
  // Somebody who may see one user's rows only asked for another's.
  const isOther = filter.userId !== undefined && filter.userId !== user?.id
  if (user === undefined || isOther) return { ...filter, username }
  return { ...filter, userId: user.id }
}

function withMarks(asked: LogFilter): LogFilter {
  const { content = '', contentStart = '' } = asked
  const words = content || contentStart
  if (words === '') return asked
  const marks = marksOf(words, content === '')
  // What stands in `other` beside the kinds concerns operators, who search everybody's rows.
  const isOperator = asked.userId === undefined && asked.tokenId === undefined
  return { ...asked, marks: isOperator && content !== '' ? [...marks, jsonPart(content)] : marks }
}

/** The words as they stand in a JSON text. */
function jsonPart(words: string): string {
  return JSON.stringify(words).slice(1, -1)
}
