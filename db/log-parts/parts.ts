/**
 * Where rows of the log are read: in the table of the database, and past months in files of their
 * own. Each row is in one part only, whatever is being moved at the time.
 */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { Db } from '../db'
import type { Lists } from '../lists'
import type { LogFilter, LogSpan } from '../tables/log-filter'
import { type LogMonthRow, logMonths } from '../tables/log-months'

/** A part, and the filter for those of its rows that are asked for. */
export interface LogPart<Filter extends LogFilter = LogFilter> {
  readonly lists: Lists
  readonly filter: Filter
}

interface MonthPart extends LogSpan {
  readonly month: string
  /** Absent where the file is missing. */
  readonly lists: Lists | undefined
}

export interface LogParts {
  readonly lists: Lists
  /** Rows of the table that are read from a file already. */
  readonly without: readonly LogSpan[]
  /** The newest first. */
  readonly months: readonly MonthPart[]
}

/** As things stand now; rows leave the table only minutes after they were moved. */
export async function logParts({ lists, months: files }: Db): Promise<LogParts> {
  const known = (await logMonths(lists)).filter(({ upto_id }) => upto_id > 0)
  const months = known.map((row) => {
    const isThere = files?.has(row.file) ?? false
    return { ...spanOf(row), month: row.month, lists: isThere ? files?.lists(row.file) : undefined }
  })
  return { lists, months, without: known.filter(({ state }) => state === 'moved').map(spanOf) }
}

export function spanOf({ from_at, before_at, upto_id }: LogMonthRow): LogSpan {
  return { from: from_at, before: before_at, uptoId: upto_id }
}

/** Months that the filter asks for and whose files are missing. */
export function missingMonths({ months }: LogParts, filter: LogFilter): string[] {
  return months
    .filter((month) => month.lists === undefined && between(filter, month) !== undefined)
    .map(({ month }) => month)
}

/** Throws `log.month_missing`: for what must not be less than all of it. */
export function requireWhole(parts: LogParts, filter: LogFilter): LogParts {
  const [month] = missingMonths(parts, filter)
  if (month !== undefined) throw new GatewayError('log.month_missing', { month })
  return parts
}

/** In no order: for sums. */
export function partsOf<Filter extends LogFilter>(
  { lists, without, months }: LogParts,
  filter: Filter,
): LogPart<Filter>[] {
  const table = { lists, filter: without.length === 0 ? filter : { ...filter, without } }
  return [table, ...months.flatMap((month) => monthPart(month, filter))]
}

/**
 * The newest first: parts of later pieces of time come before those of earlier ones. The parts
 * of one piece have rows of the same time; there is more than one where a clock was set back.
 */
export function piecesOf(parts: LogParts, filter: LogFilter): LogPart[][] {
  const { lists, without, months } = parts
  if (months.length === 0) return [[{ lists, filter }]]
  const table = (piece: LogFilter | undefined): LogPart[] =>
    piece === undefined ? [] : [{ lists, filter: { ...piece, without } }]
  const pieces: LogPart[][] = []
  let before = Number.POSITIVE_INFINITY
  for (const month of months) {
    pieces.push(table(between(filter, { from: month.before, before })))
    pieces.push([...monthPart(month, filter), ...table(between(filter, month))])
    before = month.from
  }
  pieces.push(table(between(filter, { from: 0, before })))
  return pieces.filter(({ length }) => length > 0)
}

function monthPart<Filter extends LogFilter>(month: MonthPart, filter: Filter): LogPart<Filter>[] {
  const { lists, uptoId } = month
  const within = between(filter, month)
  const isLater = filter.afterId !== undefined && filter.afterId >= uptoId
  if (lists === undefined || within === undefined || isLater) return []
  return [{ lists, filter: { ...within, uptoId: Math.min(uptoId, filter.uptoId ?? uptoId) } }]
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
