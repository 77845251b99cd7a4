import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { LogSort } from '../../server/domain/logs/log-sorts'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { LogsTable } from '../schema/logs'
import { isScan, type LogFilter, type LogSpan, narrowed } from './log-filter'

export type LogRow = Selectable<LogsTable>

/** Returns the id. */
export async function insertLog(
  trx: Kysely<Schema>,
  log: Omit<Insertable<LogsTable>, 'id'>,
): Promise<number> {
  const { id } = await trx.insertInto('logs').values(log).returning('id').executeTakeFirstOrThrow()
  return Number(id)
}

/** For rows that go on counting; a row that was deleted stays so. */
export async function setLogDetails(
  trx: Kysely<Schema>,
  id: number,
  details: Pick<LogRow, 'other' | 'calls'>,
): Promise<void> {
  await trx.updateTable('logs').set(details).where('id', '=', id).execute()
}

/** Rows that are read one by one at most: about 50 ms of the thread that relays calls. */
const MOST_SCANNED = 100_000
/** Rows of one user or token lie far apart in the file. */
const MOST_SCATTERED = 30_000

/** How many of the newest rows may be looked through; `undefined` where an index knows them. */
export function mostLookedThrough(filter: LogFilter, isSorted: boolean): number | undefined {
  const { userId, tokenId, requestId = '' } = filter
  if (!(isSorted || isScan(filter)) || requestId !== '') return undefined
  return userId !== undefined || tokenId !== undefined ? MOST_SCATTERED : MOST_SCANNED
}

/** Epoch seconds of the row that so many newer ones follow; `undefined` when there are fewer. */
export async function secondOfRow(
  lists: Lists,
  filter: LogFilter,
  newer: number,
): Promise<number | undefined> {
  const row = await narrowed(lists.selectFrom('logs').select('created_at'), filter)
    .orderBy('created_at', 'desc')
    .limit(1)
    .offset(newer)
    .executeTakeFirst()
  return row?.created_at
}

export interface LogWindow {
  readonly limit: number
  readonly offset: number
  /** The newest first where it is absent, and among equals. */
  readonly sort?: { readonly column: LogSort; readonly order: 'asc' | 'desc' } | undefined
}

/** Deep pages are cheaper by `beforeId` than by `offset`. */
export async function listLogs(
  lists: Lists,
  filter: LogFilter,
  window: LogWindow,
): Promise<LogRow[]> {
  const { sort, limit } = window
  const time = sort?.column === 'created_at' ? sort.order : 'desc'
  const start = sort ? { filter, offset: window.offset } : await startOf(lists, filter, window)
  if (start === undefined) return []
  const ids = narrowed(lists.selectFrom('logs').select('id'), start.filter)
    .$call((query) => (sort ? query.orderBy(measured(sort.column), sort.order) : query))
    .orderBy('created_at', time)
    .orderBy('id', time)
    .limit(limit)
    .offset(start.offset)
  return await lists
    .selectFrom('logs')
    .selectAll()
    .where('logs.id', 'in', ids)
    .$call((query) => (sort ? query.orderBy(measured(sort.column), sort.order) : query))
    .orderBy('logs.created_at', time)
    .orderBy('logs.id', time)
    .execute()
}

/** The same where whole rows are found as quickly as their ids. */
export async function listWideLogs(
  lists: Lists,
  filter: LogFilter,
  { sort, limit, offset }: LogWindow,
): Promise<LogRow[]> {
  const time = sort?.column === 'created_at' ? sort.order : 'desc'
  return await narrowed(lists.selectFrom('logs').selectAll(), filter)
    .$call((query) => (sort ? query.orderBy(measured(sort.column), sort.order) : query))
    .orderBy('created_at', time)
    .orderBy('id', time)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Rows of before milliseconds were measured have whole seconds. */
function measured(column: LogSort) {
  return column === 'duration_ms'
    ? sql<number>`coalesce(nullif(logs.duration_ms, 0), logs.use_time * 1000)`
    : sql.ref<number>(`logs.${column}`)
}

export interface SessionQuestion {
  readonly session: string
  readonly userId: number
  readonly limit: number
}

/** The calls of a conversation, the oldest first. */
export async function sessionLogs(
  lists: Lists,
  { session, limit, ...filter }: SessionQuestion & LogFilter,
): Promise<LogRow[]> {
  return await narrowed(lists.selectFrom('logs').selectAll(), filter)
    .where('session', '=', session)
    // Said so that the partial index is found.
    .where('session', '<>', sql.lit(''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Where a walk from the newest row to the oldest has come to. */
export type LogPlace = Pick<LogRow, 'id' | 'created_at'>

/** What comes after it in that order, whatever it takes: for programs that relay nothing. */
export async function logsBelow(
  lists: Lists,
  filter: LogFilter & { readonly below: LogPlace | undefined },
  limit: number,
): Promise<LogRow[]> {
  const { below, ...rest } = filter
  return await narrowed(lists.selectFrom('logs').selectAll(), rest)
    .$if(below !== undefined, (query) => {
      const { id, created_at } = below ?? { id: 0, created_at: 0 }
      return query
        .where('created_at', '<=', created_at)
        .where((e) => e.or([e('created_at', '<', created_at), e('id', '<', id)]))
    })
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Below this, skipping rows is as quick as looking for where to start. */
const NEAR = 1000

/**
 * Page numbers outside, keyset inside: the second at which a deep page begins is found in the
 * index alone, and only the rows of that second are skipped one by one.
 */
async function startOf(lists: Lists, filter: LogFilter, { offset }: LogWindow) {
  if (offset < NEAR) return { filter, offset }
  const second = await secondOfRow(lists, filter, offset)
  if (second === undefined) return undefined
  const newer = await countLogs(lists, { ...filter, from: second + 1 })
  return { filter: { ...filter, to: second }, offset: offset - newer }
}

/** Oldest first, for followers that remember the last id they have seen. */
export async function logsAfter(
  lists: Lists,
  filter: LogFilter & { readonly afterId: number },
  limit: number,
): Promise<LogRow[]> {
  return await narrowed(lists.selectFrom('logs').selectAll(), filter)
    .orderBy('id', 'asc')
    .limit(limit)
    .execute()
}

export async function countLogs(lists: Lists, filter: LogFilter): Promise<number> {
  const query = lists.selectFrom('logs').select((e) => e.fn.countAll<number>().as('total'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Credits of every row that passes. */
export async function sumLogQuota(lists: Lists, filter: LogFilter): Promise<number> {
  const query = lists
    .selectFrom('logs')
    .select((e) => e.cast<number>(e.fn.coalesce(e.fn.sum('quota'), e.lit(0)), 'bigint').as('quota'))
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return Number(row.quota)
}

/** How many rows pass, and their tokens. For short times: no index knows the tokens. */
export async function sumLogTokens(
  lists: Lists,
  filter: LogFilter & { readonly from: number },
): Promise<{ readonly rows: number; readonly tokens: number }> {
  const query = lists
    .selectFrom('logs')
    .select((e) => [
      e.fn.countAll<number>().as('rows'),
      e
        .cast<number>(
          e.fn.coalesce(e.fn.sum(e('prompt_tokens', '+', e.ref('completion_tokens'))), e.lit(0)),
          'bigint',
        )
        .as('tokens'),
    ])
  const row = await narrowed(query, filter).executeTakeFirstOrThrow()
  return { rows: Number(row.rows), tokens: Number(row.tokens) }
}

/** Deletes rows of a time that stand elsewhere too; returns how many, at most `limit`. */
export async function removeLogSpan(
  trx: Kysely<Schema>,
  { from, before, uptoId }: LogSpan,
  limit: number,
): Promise<number> {
  const result = await trx
    .deleteFrom('logs')
    .where('id', 'in', (e) =>
      e
        .selectFrom('logs')
        .select('id')
        .where('created_at', '>=', from)
        .where('created_at', '<', before)
        .where('id', '<=', uptoId)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(result.numDeletedRows)
}

/** Deletes rows older than the time, oldest first; returns how many, at most `limit`. */
export async function removeLogsBefore(
  trx: Kysely<Schema>,
  beforeSeconds: number,
  limit: number,
): Promise<number> {
  const result = await trx
    .deleteFrom('logs')
    .where('id', 'in', (e) =>
      e
        .selectFrom('logs')
        .select('id')
        .where('created_at', '<', beforeSeconds)
        .orderBy('created_at')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(result.numDeletedRows)
}

/** Rows whose size stands for all. */
const SAMPLE = 1000
/** Numbers, row header, and the row's share of every index. */
const FIXED_BYTES = 250

/**
 * Bytes that a row takes on average with its indexes, estimated from the newest ones; `undefined`
 * without any.
 */
export async function averageLogBytes(lists: Lists): Promise<number | undefined> {
  const texts = sql<number>`length(content) + length(username) + length(token_name)
    + length(model_name) + length(other) + length(ip) + 2 * length(request_id)`
  const row = await lists
    .selectFrom((e) =>
      e.selectFrom('logs').select(texts.as('bytes')).orderBy('id', 'desc').limit(SAMPLE).as('s'),
    )
    .select((e) => e.cast<number | null>(e.fn.avg('s.bytes'), 'integer').as('bytes'))
    .executeTakeFirst()
  const bytes = row?.bytes ?? undefined
  return bytes === undefined ? undefined : FIXED_BYTES + Number(bytes)
}

/** Of the newest rows, those in which an upstream counted what no unit stands for. */
export async function newestUnknownUsage(
  lists: Lists,
  newest: number,
): Promise<Pick<LogRow, 'model_name' | 'other' | 'prompt_tokens' | 'completion_tokens'>[]> {
  return await lists
    .selectFrom((e) => e.selectFrom('logs').selectAll().orderBy('id', 'desc').limit(newest).as('s'))
    .select(['model_name', 'other', 'prompt_tokens', 'completion_tokens'])
    .where('other', 'like', '%"unknown_usage"%')
    .execute()
}

/** 0 where no row passes. */
export async function lastLogId(lists: Lists, filter: LogFilter): Promise<number> {
  // With a sign before it the time leads.
  const query = lists.selectFrom('logs').select(sql<number | null>`max(+id)`.as('id'))
  const row = await narrowed(query, filter).executeTakeFirst()
  return Number(row?.id ?? 0)
}

export async function newestLogId(reader: Kysely<Schema>): Promise<number> {
  const row = await reader
    .selectFrom('logs')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export async function oldestLogSeconds(
  lists: Lists,
  filter: LogFilter = {},
): Promise<number | undefined> {
  const row = await narrowed(lists.selectFrom('logs').select('created_at'), filter)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}
