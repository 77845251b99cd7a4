/**
 * Where rows of the log are read: in the table of the database, past months in files of their
 * own, and days that are no longer here in ClickHouse. Each row is in one part only, whatever is
 * being moved at the time.
 */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { Db } from '../db'
import type { Lists } from '../lists'
import type { LogFilter, LogSpan } from '../tables/log-filter'
import { type LogMonthRow, logMonths } from '../tables/log-months'
import { findShipping } from '../tables/log-shipping'

/** Under which name ClickHouse is noted. */
export const LOG_SINK = 'clickhouse'

/** A part, and the filter for the rows of it that are requested. */
export interface LogPart<Filter extends LogFilter = LogFilter> {
  readonly lists: Lists
  readonly filter: Filter
  /** Whole rows are found as quickly as their ids, and nothing but the log is there. */
  readonly isWide?: boolean
}

interface MonthPart extends LogSpan {
  readonly month: string
  /** Absent where the file is missing. */
  readonly lists: Lists | undefined
}

interface AwayPart extends LogSpan {
  /** Absent where it does not answer, or where nobody has said where it is. */
  readonly lists: Lists | undefined
}

export interface LogParts {
  readonly lists: Lists
  /** Rows of the table that are read from a file already. */
  readonly without: readonly LogSpan[]
  /** The newest first. */
  readonly months: readonly MonthPart[]
  /** Before all of it the table and the files have but what came late. */
  readonly away: AwayPart | undefined
}

/** As things stand now; rows leave the table only minutes after they were moved. */
export async function logParts({ lists, months: files, logStore }: Db): Promise<LogParts> {
  const known = (await logMonths(lists)).filter(({ upto_id }) => upto_id > 0)
  const months = known.map((row) => {
    const isThere = files?.has(row.file) ?? false
    return { ...spanOf(row), month: row.month, lists: isThere ? files?.lists(row.file) : undefined }
  })
  const noted = await findShipping(lists, LOG_SINK)
  const span = { from: noted.away_from, before: noted.away_before, uptoId: noted.away_upto_id }
  const away = span.from < span.before ? { ...span, lists: logStore?.lists } : undefined
  const without = known.filter(({ state }) => state === 'moved').map(spanOf)
  return { lists, months, away, without }
}

export function spanOf({ from_at, before_at, upto_id }: LogMonthRow): LogSpan {
  return { from: from_at, before: before_at, uptoId: upto_id }
}

/** Days in UTC, such as `2026-10-31`; both are included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** Months that the filter asks for and whose files are missing. */
export function missingMonths({ months, away }: LogParts, filter: LogFilter): string[] {
  return months
    .filter((month) => month.lists === undefined && !isAway(month, away))
    .filter((month) => reached(month, filter) !== undefined)
    .map(({ month }) => month)
}

/** Days that the filter asks for and that are no longer here. */
export function awayDays({ away }: LogParts, filter: LogFilter): Days | undefined {
  const range = away && reached(away, filter)
  if (away === undefined || range === undefined) return undefined
  const { from = away.from, to = away.before - 1 } = range
  return { from: dayOf(from), to: dayOf(to) }
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10)
}

/** Only what is here. */
export function localParts(parts: LogParts): LogParts {
  return { ...parts, away: parts.away && { ...parts.away, lists: undefined } }
}

/** Throws `log.month_missing` and `log.days_away`: for what must not be less than all of it. */
export function requireWhole(parts: LogParts, filter: LogFilter): LogParts {
  requireMonths(parts, filter)
  const days = awayDays(parts, filter)
  if (days !== undefined && parts.away?.lists === undefined) {
    throw new GatewayError('log.days_away', { ...days })
  }
  return parts
}

/** Throws `log.month_missing`. */
export function requireMonths(parts: LogParts, filter: LogFilter): LogParts {
  const [month] = missingMonths(parts, filter)
  if (month !== undefined) throw new GatewayError('log.month_missing', { month })
  return parts
}

/** In no order: for sums. */
export function partsOf<Filter extends LogFilter>(
  parts: LogParts,
  filter: Filter,
): LogPart<Filter>[] {
  return [...awayPart(parts, filter), ...partsHere(parts, filter)]
}

function partsHere<Filter extends LogFilter>(parts: LogParts, filter: Filter): LogPart<Filter>[] {
  const { lists, without, months, away } = parts
  const table = { lists, filter: hiding(filter, away ? [...without, away] : without) }
  return [table, ...months.flatMap((month) => monthPart(month, filter, away))]
}

function hiding<Filter extends LogFilter>(filter: Filter, without: readonly LogSpan[]): Filter {
  return without.length === 0 ? filter : { ...filter, without }
}

/**
 * The newest first: parts of later pieces of time come before those of earlier ones. The parts
 * of one piece have rows of the same time; there is more than one where a clock was set back.
 */
export function piecesOf(parts: LogParts, filter: LogFilter): LogPart[][] {
  const { away } = parts
  if (away === undefined) return piecesHere(parts, filter)
  const later = between(filter, { from: away.before, before: Number.POSITIVE_INFINITY })
  const earlier = between(filter, { from: 0, before: away.before })
  return [
    ...(later === undefined ? [] : piecesHere(parts, later)),
    ...(earlier === undefined ? [] : [partsOf(parts, earlier)]),
  ]
}

function piecesHere(parts: LogParts, filter: LogFilter): LogPart[][] {
  const { lists, without, months, away } = parts
  if (months.length === 0) return [[{ lists, filter }]]
  const table = (piece: LogFilter | undefined): LogPart[] =>
    piece === undefined ? [] : [{ lists, filter: { ...piece, without } }]
  const pieces: LogPart[][] = []
  let before = Number.POSITIVE_INFINITY
  for (const month of months) {
    pieces.push(table(between(filter, { from: month.before, before })))
    pieces.push([...monthPart(month, filter, away), ...table(between(filter, month))])
    before = month.from
  }
  pieces.push(table(between(filter, { from: 0, before })))
  return pieces.filter(({ length }) => length > 0)
}

function monthPart<Filter extends LogFilter>(
  month: MonthPart,
  filter: Filter,
  away: AwayPart | undefined,
): LogPart<Filter>[] {
  const { lists } = month
  const within = reached(month, filter)
  if (lists === undefined || within === undefined || isAway(month, away)) return []
  return [{ lists, filter: hiding(within, away ? [away] : []) }]
}

/** Whether nothing is read from the file any more. */
export function isAway(month: LogSpan, away: LogSpan | undefined): boolean {
  return away !== undefined && month.before <= away.before && month.uptoId <= away.uptoId
}

function awayPart<Filter extends LogFilter>({ away }: LogParts, filter: Filter): LogPart<Filter>[] {
  const within = away && reached(away, filter)
  if (away?.lists === undefined || within === undefined) return []
  return [{ lists: away.lists, filter: within, isWide: true }]
}

/** The filter for what a span has of what it asks for; `undefined` for nothing. */
function reached<Filter extends LogFilter>(span: LogSpan, filter: Filter): Filter | undefined {
  const { uptoId } = span
  const within = between(filter, span)
  if (within === undefined || (filter.afterId !== undefined && filter.afterId >= uptoId)) {
    return undefined
  }
  return { ...within, uptoId: Math.min(uptoId, filter.uptoId ?? uptoId) }
}

/** The filter for what it leaves of that time; `undefined` for nothing. */
function between<Filter extends LogFilter>(
  filter: Filter,
  { from, before }: Pick<LogSpan, 'from' | 'before'>,
): Filter | undefined {
  const start = Math.max(filter.from ?? 0, from)
  const end = Math.min(filter.to ?? Number.POSITIVE_INFINITY, before - 1)
  if (start > end) return undefined
  return {
    ...filter,
    ...(start > 0 && { from: start }),
    ...(Number.isFinite(end) && { to: end }),
  }
}
