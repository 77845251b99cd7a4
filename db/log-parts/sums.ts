/** Counts and sums over all parts of the log. */
import { slicesOf } from '../slices'
import { type CallCount, countCalls } from '../tables/log-counts'
import type { LogFilter } from '../tables/log-filter'
import {
  type FailedHour,
  failedHours,
  largestSpenders,
  type Spender,
  type SpentRow,
  spentRows,
} from '../tables/log-sums'
import {
  averageLogBytes,
  countLogs,
  lastLogId,
  mostLookedThrough,
  oldestLogSeconds,
  secondOfRow,
  sumLogQuota,
  sumLogTokens,
} from '../tables/logs'
import { type LogPart, type LogParts, partsOf, piecesOf } from './parts'

export interface LogBound {
  readonly most?: number
  /** By what no index knows, so that every row is read. */
  readonly isSorted?: boolean
}

/**
 * The filter that a list may answer without reading the whole log: by what no index knows,
 * only the newest rows of the requested time are looked through: 100,000, or 30,000 of a user.
 */
export async function boundedFilter(
  parts: LogParts,
  filter: LogFilter,
  { most: given, isSorted = false }: LogBound = {},
): Promise<LogFilter> {
  const most = mostLookedThrough(filter, isSorted)
  if (most === undefined) return filter
  const { userId, tokenId, type, from, to } = filter
  const oldest = await secondOfPartsRow(parts, { userId, tokenId, type, from, to }, given ?? most)
  // Rows of the oldest second itself are left out, so that the bound is one.
  return oldest === undefined ? filter : { ...filter, from: oldest + 1 }
}

/** Where the newest rows of a time begin that may be looked through, so that there are no more. */
export async function boundedStart(
  parts: LogParts,
  range: LogFilter & { readonly from: number },
  most: number,
): Promise<number> {
  const oldest = await secondOfPartsRow(parts, range, most)
  return oldest === undefined ? range.from : oldest + 1
}

/** Epoch seconds of the row that so many newer ones follow; `undefined` when there are fewer. */
export async function secondOfPartsRow(
  parts: LogParts,
  filter: LogFilter,
  newer: number,
): Promise<number | undefined> {
  let remaining = newer
  const pieces = piecesOf(parts, filter).flat()
  for (const [index, part] of pieces.entries()) {
    const second = await secondOfRow(part.lists, part.filter, remaining)
    if (second !== undefined || index === pieces.length - 1) return second
    remaining -= await countLogs(part.lists, part.filter)
  }
  return undefined
}

export async function countLogParts(parts: LogParts, filter: LogFilter): Promise<number> {
  return await total(partsOf(parts, filter), ({ lists, filter: own }) => countLogs(lists, own))
}

export async function sumPartsQuota(parts: LogParts, filter: LogFilter): Promise<number> {
  return await total(partsOf(parts, filter), ({ lists, filter: own }) => sumLogQuota(lists, own))
}

async function total(
  parts: readonly LogPart[],
  ask: (part: LogPart) => Promise<number>,
): Promise<number> {
  let sum = 0
  for (const part of parts) sum += await ask(part)
  return sum
}

export async function sumPartsTokens(
  parts: LogParts,
  filter: LogFilter & { readonly from: number },
) {
  let [rows, tokens] = [0, 0]
  for (const part of partsOf(parts, filter)) {
    const sum = await sumLogTokens(part.lists, part.filter)
    rows += sum.rows
    tokens += sum.tokens
  }
  return { rows, tokens }
}

export async function countPartsCalls(
  parts: LogParts,
  filter: LogFilter,
  step: number,
): Promise<CallCount[]> {
  const counts = new Map<number, CallCount>()
  for (const { lists, filter: own } of partsOf(parts, filter)) {
    for (const count of await countCalls(lists, own, step)) {
      const known = counts.get(count.at)
      counts.set(count.at, known === undefined ? count : addedUp(known, count))
    }
  }
  return [...counts.values()].sort((one, other) => one.at - other.at)
}

function addedUp(one: CallCount, other: CallCount): CallCount {
  return {
    at: one.at,
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
    refused: one.refused + other.refused,
  }
}

export async function failedPartsHours(parts: LogParts, filter: LogFilter): Promise<FailedHour[]> {
  const counts = new Map<number, number>()
  for (const { lists, filter: own } of partsOf(parts, filter)) {
    for (const { created_at, count } of await failedHours(lists, own)) {
      counts.set(created_at, (counts.get(created_at) ?? 0) + count)
    }
  }
  return [...counts]
    .map(([created_at, count]) => ({ created_at, count }))
    .sort((one, other) => one.created_at - other.created_at)
}

/** The `most` who spent most, of each kind. */
export async function spendersOfParts(
  parts: LogParts,
  filter: LogFilter,
  most: number,
): Promise<Spender[]> {
  const queried = partsOf(parts, filter)
  const [only, ...more] = queried
  if (only !== undefined && more.length === 0) {
    return await largestSpenders(only.lists, only.filter, most)
  }
  const spenders = new Map<string, Spender>()
  for (const part of queried) {
    // A hundred thousand sums are a while's work for the thread that relays calls.
    for await (const rows of slicesOf(await spentRows(part.lists, part.filter), SUMS_AT_ONCE)) {
      for (const spender of rows.flatMap(spendersOf)) addTo(spenders, spender)
    }
  }
  const sorted = [...spenders.values()].sort((a, b) => b.quota - a.quota || b.count - a.count)
  return Object.values(Object.groupBy(sorted, ({ kind }) => kind)).flatMap((ofKind) =>
    (ofKind ?? []).slice(0, most),
  )
}

const SUMS_AT_ONCE = 500

function spendersOf({ quota, calls: count, ...row }: SpentRow): Spender[] {
  const sum = { owner: '', quota, count }
  return [
    { ...sum, kind: 'user', id: row.user_id, name: row.username },
    { ...sum, kind: 'token', id: row.token_id, name: row.token_name, owner: row.username },
    { ...sum, kind: 'model', id: 0, name: row.model_name },
  ]
}

/** Rows without an id are distinguished by their names. */
function addTo(spenders: Map<string, Spender>, spender: Spender): void {
  const { kind, id, name, quota, count } = spender
  const key = `${kind} ${id === 0 ? name : id}`
  const known = spenders.get(key)
  spenders.set(key, {
    ...(known !== undefined && known.name > name ? known : spender),
    quota: (known?.quota ?? 0) + quota,
    count: (known?.count ?? 0) + count,
  })
}

/** Epoch seconds. */
export async function oldestInParts(
  parts: LogParts,
  filter: LogFilter = {},
): Promise<number | undefined> {
  const found: number[] = []
  for (const { lists, filter: own } of partsOf(parts, filter)) {
    const second = await oldestLogSeconds(lists, own)
    if (second !== undefined) found.push(second)
  }
  return found.length === 0 ? undefined : Math.min(...found)
}

/** 0 where there is none. */
export async function lastIdInParts(parts: LogParts, filter: LogFilter): Promise<number> {
  const ids = [0]
  for (const { lists, filter: own } of partsOf(parts, filter)) ids.push(await lastLogId(lists, own))
  return Math.max(...ids)
}

/** Bytes of a row; 0 where there is none. */
export async function averagePartsBytes(parts: LogParts): Promise<number> {
  for (const { lists } of piecesOf(parts, {}).flat()) {
    const bytes = await averageLogBytes(lists)
    if (bytes !== undefined) return bytes
  }
  return 0
}
