/** Lists and walks over all parts of the log. */

import type { Lists } from '../lists'
import { channelNames } from '../tables/channels'
import type { LogFilter } from '../tables/log-filter'
import {
  countLogs,
  type LogPlace,
  type LogRow,
  type LogWindow,
  listLogs,
  listWideLogs,
  logsAfter,
  logsBelow,
  type SessionQuestion,
  sessionLogs,
} from '../tables/logs'
import { type LogPart, type LogParts, partsOf, piecesOf } from './parts'

type Order<Row> = (one: Row, other: Row) => number

const newestFirst: Order<LogPlace> = (one, other) =>
  other.created_at - one.created_at || other.id - one.id
const byId: Order<Pick<LogRow, 'id'>> = (one, other) => one.id - other.id

export async function listLogParts(
  parts: LogParts,
  filter: LogFilter,
  window: LogWindow,
): Promise<ListedLogRow[]> {
  const { sort } = window
  const isByTime = sort === undefined || sort.column === 'created_at'
  const rows = isByTime
    ? await listByTime(parts, filter, window)
    : await merged(partsOf(parts, filter), window, sortedBy(sort))
  return await withChannels(parts.lists, rows)
}

/** A list row; `channel_name` is "" for channels that are gone. */
export type ListedLogRow = LogRow & { readonly channel_name: string }

/** A part has nothing but rows of the log; what is shown with them is in the database. */
async function withChannels(lists: Lists, rows: readonly LogRow[]): Promise<ListedLogRow[]> {
  const ids = [...new Set(rows.map(({ channel_id }) => channel_id))].filter((id) => id !== 0)
  const names = await channelNames(lists, ids)
  return rows.map((row) => ({ ...row, channel_name: names.get(row.channel_id) ?? '' }))
}

async function listPart({ lists, filter, isWide }: LogPart, window: LogWindow): Promise<LogRow[]> {
  return isWide === true
    ? await listWideLogs(lists, filter, window)
    : await listLogs(lists, filter, window)
}

type Sort = NonNullable<LogWindow['sort']>

function sortedBy({ column, order }: Sort): Order<LogRow> {
  const sign = order === 'desc' ? -1 : 1
  const measured = (row: LogRow) =>
    column === 'duration_ms' ? row.duration_ms || row.use_time * 1000 : row[column]
  return (one, other) => sign * (measured(one) - measured(other)) || newestFirst(one, other)
}

/** One piece of time after the other, so that most parts are not queried. */
async function listByTime(
  parts: LogParts,
  filter: LogFilter,
  window: LogWindow,
): Promise<LogRow[]> {
  const isAscending = window.sort?.order === 'asc'
  const order: Order<LogPlace> = isAscending ? (one, other) => newestFirst(other, one) : newestFirst
  const pieces = piecesOf(parts, filter)
  const rows: LogRow[] = []
  let { offset } = window
  for (const [index, piece] of (isAscending ? pieces.reverse() : pieces).entries()) {
    const limit = window.limit - rows.length
    if (limit === 0) break
    const found = await listPiece(piece, { ...window, limit, offset }, order)
    rows.push(...found)
    if (found.length > 0) offset = 0
    else if (offset > 0 && index < pieces.length - 1) offset -= await countPiece(piece)
  }
  return rows
}

/** Of the file only what the page needs: others are hardly ever there, and then they are few. */
async function listPiece(piece: readonly LogPart[], window: LogWindow, order: Order<LogPlace>) {
  const [first, ...others] = piece
  const few = await countPiece(others)
  if (first === undefined || few === 0) return await merged([first], window, order)
  const offset = Math.max(0, window.offset - few)
  const limit = window.offset + window.limit - offset
  const ofFile = await listPart(first, { ...window, offset, limit })
  const rows = ofFile.concat(await merged(others, { ...window, offset: 0, limit: few }, order))
  const start = window.offset - offset
  return rows.sort(order).slice(start, start + window.limit)
}

async function countPiece(piece: readonly LogPart[]): Promise<number> {
  let count = 0
  for (const { lists, filter } of piece) count += await countLogs(lists, filter)
  return count
}

async function merged(
  parts: readonly (LogPart | undefined)[],
  window: LogWindow,
  order: Order<LogRow>,
): Promise<LogRow[]> {
  const present = parts.filter((part) => part !== undefined)
  const [only] = present
  if (only === undefined) return []
  if (present.length === 1) return await listPart(only, window)
  const end = window.offset + window.limit
  let rows: LogRow[] = []
  for (const part of present) {
    rows = rows.concat(await listPart(part, { ...window, offset: 0, limit: end }))
  }
  return rows.sort(order).slice(window.offset, end)
}

/** The newest first, from a place on. */
export async function logPartsBelow(
  parts: LogParts,
  { below, ...filter }: LogFilter & { readonly below: LogPlace | undefined },
  limit: number,
): Promise<LogRow[]> {
  const rows: LogRow[] = []
  // Nothing newer than the place is requested.
  const to = Math.min(filter.to ?? Number.POSITIVE_INFINITY, below?.created_at ?? Infinity)
  const bounded = Number.isFinite(to) ? { ...filter, to } : filter
  for (const piece of piecesOf(parts, bounded)) {
    const found: LogRow[] = []
    const remaining = limit - rows.length
    for (const part of piece) {
      found.push(...(await logsBelow(part.lists, { ...part.filter, below }, remaining)))
    }
    rows.push(...(piece.length > 1 ? found.sort(newestFirst) : found).slice(0, remaining))
    if (rows.length === limit) break
  }
  return rows
}

/** By their ids. */
export async function logPartsAfter(
  parts: LogParts,
  filter: LogFilter & { readonly afterId: number },
  limit: number,
): Promise<LogRow[]> {
  const queried = partsOf(parts, filter)
  let rows: LogRow[] = []
  for (const part of queried) rows = rows.concat(await logsAfter(part.lists, part.filter, limit))
  return queried.length > 1 ? rows.sort(byId).slice(0, limit) : rows
}

export async function sessionParts(
  parts: LogParts,
  { session, limit, userId }: SessionQuestion,
): Promise<ListedLogRow[]> {
  const queried = partsOf(parts, { userId })
  const rows: LogRow[] = []
  for (const { lists, filter } of queried) {
    rows.push(...(await sessionLogs(lists, { ...filter, session, limit, userId })))
  }
  return await withChannels(parts.lists, rows.sort(byId).slice(0, limit))
}
