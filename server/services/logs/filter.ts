import { withHeldTokens } from '../../../db/log-parts/holders'
import {
  awayDays,
  type Days,
  type LogParts,
  localParts,
  logParts,
  missingMonths,
} from '../../../db/log-parts/parts'
import { boundedFilter, type LogBound } from '../../../db/log-parts/sums'
import type { LogFilter } from '../../../db/tables/log-filter'
import { findUserByName } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'
import { marksOf } from './message-search'
import { withLine } from './query-line'

/** A filter, and what a query line adds to it. */
export interface LogQuestion extends LogFilter {
  /** As a person typed it: `model:gpt-5 status:429 cost:>0.01`. */
  readonly line?: string | undefined
}

/** Where an answer comes from, and what it lacks. */
export interface LogGaps {
  /** Months, such as `2026-10`, whose files are missing; absent where none is. */
  readonly missing_months?: readonly string[]
  /** Days that are no longer here and were read in ClickHouse. */
  readonly clickhouse_days?: Days
  /** Days that are no longer here while ClickHouse does not answer. */
  readonly missing_days?: Days
}

export interface AnswerableLog {
  readonly parts: LogParts
  readonly filter: LogFilter
}

/** The question, and how much of it is looked through. */
export interface BoundQuestion {
  readonly question: LogQuestion
  readonly bound?: LogBound
}

/**
 * What `read` answers, and where it comes from. While ClickHouse does not answer, what is here is
 * read alone, and the answer says which days it lacks.
 */
export async function answered<T extends object>(
  deps: Pick<ServiceDeps, 'db'>,
  { question, bound }: BoundQuestion,
  read: (log: AnswerableLog) => Promise<T>,
): Promise<T & LogGaps> {
  const attempt = async (parts: LogParts): Promise<T & LogGaps> => {
    const filter = await answerable(deps, parts, { question, bound })
    return { ...(await read({ parts, filter })), ...gapsOf(parts, filter) }
  }
  const parts = await logParts(deps.db)
  try {
    return await attempt(parts)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.id !== 'log.store_away') throw error
    return await attempt(localParts(parts))
  }
}

function gapsOf(parts: LogParts, filter: LogFilter): LogGaps {
  const months = missingMonths(parts, filter)
  const days = awayDays(parts, filter)
  return {
    ...(months.length > 0 && { missing_months: months }),
    ...(days && (parts.away?.lists ? { clickhouse_days: days } : { missing_days: days })),
  }
}

/**
 * The filter as the database answers it quickly. A name becomes the id of whoever has it now:
 * an index knows ids, and rows from before a renaming are found as well. Words are looked for
 * in what is stored and in the kinds whose texts hold them.
 */
export async function answerable(
  { db }: Pick<ServiceDeps, 'db'>,
  parts: LogParts,
  { question, bound }: BoundQuestion,
): Promise<LogFilter> {
  return await boundedFilter(parts, await inStoredTerms(db, parts, question), bound)
}

/** Throws `log.query_unclear` for a line that nobody understands. */
export async function inStoredTerms(
  { lists }: Pick<ServiceDeps['db'], 'lists'>,
  { away }: LogParts,
  question: LogQuestion,
): Promise<LogFilter> {
  const { line = '', ...given } = question
  const narrowed = await withLine(lists, given, line)
  const { username = '', ...filter } = withMarks(
    away ? await withHeldTokens(lists, narrowed) : narrowed,
  )
  if (username === '') return filter
  const user = await findUserByName(lists, username)
  // Somebody who may see one user's rows only asked for another's.
  const isOther = filter.userId !== undefined && filter.userId !== user?.id
  if (user === undefined || isOther) return { ...filter, username }
  return { ...filter, userId: user.id }
}

function withMarks(filter: LogFilter): LogFilter {
  const { content = '', contentStart = '' } = filter
  const words = content || contentStart
  if (words === '') return filter
  const marks = marksOf(words, content === '')
  // What stands in `other` next to the kinds concerns operators, who search everybody's rows.
  const isOperator = filter.userId === undefined && filter.tokenId === undefined
  return { ...filter, marks: isOperator && content !== '' ? [...marks, jsonPart(content)] : marks }
}

/** The words as they stand in a JSON text. */
function jsonPart(words: string): string {
  return JSON.stringify(words).slice(1, -1)
}
