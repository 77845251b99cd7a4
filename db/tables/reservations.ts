/**
 * What is held for calls, sockets and jobs. What a dead process held for the first two is given
 * back; a job outlives processes, so its hold is never touched here.
 */
import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
} from 'kysely'
import { type Held, heldText, readHeld } from '../../server/domain/ledger/held-text'
import { LONGEST_CALL_MS } from '../../server/domain/ledger/hold-terms'
import { LEFT_UNUSED, LimitCounters, releasedMarks } from '../../server/domain/limits/counters'
import { messageJson } from '../../server/domain/logs/kinds'
import { LOG_TYPE, TOKEN_STATUS } from '../../server/domain/status'
import type { Db } from '../db'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { ReservationsTable } from '../schema/holds'
import { addToCounters } from './limit-counters'
import { silentBefore } from './nodes'

export type ReservationRow = Selectable<ReservationsTable>

/** Keeps each transaction under 50 ms. */
const CHUNK = 100
/** More would not be read by anybody. */
const MOST_NAMED = 1000
const MS_PER_SECOND = 1000
/** Far beyond the time for which a settlement is tried. */
const REMEMBERED_MS = 7 * 86_400_000

/** Oldest first. */
export async function openReservations(db: Db): Promise<ReservationRow[]> {
  return await db.kysely.selectFrom('reservations').selectAll().orderBy('created_at').execute()
}

/** How much is held for how many calls, sockets and jobs. */
export async function heldNow(lists: Lists): Promise<{ calls: number; quota: number }> {
  const row = await lists
    .selectFrom('reservations')
    .select((e) => [
      e.fn.countAll<number>().as('calls'),
      e.cast<number>(e.fn.coalesce(e.fn.sum('amount'), e.lit(0)), 'bigint').as('quota'),
    ])
    .executeTakeFirstOrThrow()
  return { calls: Number(row.calls), quota: Number(row.quota) }
}

/** Of every kind whose deadline is past, oldest first, at most a thousand. */
export async function overdueReservations(
  reader: Kysely<Schema>,
  nowMs: number,
): Promise<ReservationRow[]> {
  return await reader
    .selectFrom('reservations')
    .selectAll()
    .where((row) => isOverdue(row, nowMs))
    .orderBy('created_at')
    .limit(MOST_NAMED)
    .execute()
}

export interface ResolveOptions {
  readonly nowMs: number
  /** Leaves calls alone that run in this process, or whose settlement waits here. */
  readonly isOpen?: ((callId: string) => boolean) | undefined
}

/**
 * For a start, when nothing runs here yet: releases in full what this node held in its previous
 * life and what silent nodes hold, says so in the log, and returns how many there were. A second
 * run finds nothing.
 */
export async function resolveOpen(db: Db, options: ResolveOptions): Promise<number> {
  return await resolveWhere(db, options, (row) =>
    row.or([row('holder', '=', db.node), isOfTheDead(db, row, options.nowMs)]),
  )
}

/** For a sweep alongside running calls: of this node's only what is past its deadline. */
export async function resolveDead(db: Db, options: ResolveOptions): Promise<number> {
  const { nowMs } = options
  return await resolveWhere(db, options, (row) =>
    row.or([
      row.and([row('holder', '=', db.node), isOverdue(row, nowMs)]),
      isOfTheDead(db, row, nowMs),
    ]),
  )
}

/** These of this node's, whose process is gone. */
export async function resolveCallsOf(
  db: Db,
  { nowMs, callIds }: { readonly nowMs: number; readonly callIds: readonly string[] },
): Promise<number> {
  let resolved = 0
  for (let at = 0; at < callIds.length; at += CHUNK) {
    const some = callIds.slice(at, at + CHUNK)
    resolved += await resolveWhere(db, { nowMs }, (row) => row('call_id', 'in', some))
  }
  return resolved
}

type Row = ExpressionBuilder<Schema, 'reservations'>
type Condition = Expression<SqlBool>

function isOverdue(row: Row, nowMs: number): Condition {
  return row.or([
    row.and([row('deadline_at', '>', 0), row('deadline_at', '<', nowMs)]),
    row.and([row('deadline_at', '=', 0), row('created_at', '<', nowMs - LONGEST_CALL_MS)]),
  ])
}

/**
 * Held by a node that has been silent for too long. A holder without a name is of an older
 * version: whoever has the lock of a file knows that none runs, on PostgreSQL one may.
 */
function isOfTheDead(db: Db, row: Row, nowMs: number): Condition {
  const isNameless = row('holder', '=', '')
  const isLeft = db.kind === 'sqlite' ? isNameless : row.and([isNameless, isOverdue(row, nowMs)])
  const isSilent = row.and([
    row('holder', 'not in', ['', db.node]),
    row('holder', 'not in', (query) =>
      query.selectFrom('nodes').select('id').where('beat_at', '>=', silentBefore(db, nowMs)),
    ),
  ])
  return row.or([isLeft, isSilent])
}

async function resolveWhere(
  db: Db,
  { nowMs, isOpen }: ResolveOptions,
  isDead: (row: Row) => Condition,
): Promise<number> {
  let resolved = 0
  let last = ''
  for (;;) {
    const found = await heldCalls(db, last, isDead)
    const dead = isOpen === undefined ? found : found.filter((callId) => !isOpen(callId))
    if (dead.length > 0) {
      resolved += await db.transaction((trx) => resolveCalls(trx, dead, nowMs))
    }
    if (found.length < CHUNK) return resolved
    last = found.at(-1) ?? ''
  }
}

async function heldCalls(
  db: Db,
  afterId: string,
  isDead: (row: Row) => Condition,
): Promise<string[]> {
  const rows = await db.reader
    .selectFrom('reservations')
    .select('call_id')
    .where('call_id', '>', afterId)
    .where('kind', '<>', 'job')
    .where(isDead)
    .orderBy('call_id')
    .limit(CHUNK)
    .execute()
  return rows.map(({ call_id }) => call_id)
}

async function resolveCalls(
  trx: Transaction<Schema>,
  callIds: readonly string[],
  nowMs: number,
): Promise<number> {
  const taken = await trx
    .deleteFrom('reservations')
    .where('call_id', 'in', callIds)
    .returningAll()
    .execute()
  if (taken.length === 0) return 0
  await giveBack(trx, taken)
  await uncover(trx, taken, nowMs)
  await uncount(trx, taken)
  await rememberReleased(trx, taken, nowMs)
  await trx
    .insertInto('ledger')
    .values(
      taken.map((row) => ({
        created_at: nowMs,
        kind: 'release',
        user_id: row.user_id,
        token_id: row.token_id,
        user_delta: row.amount,
        token_delta: row.token_id === 0 ? 0 : row.amount,
        charge: 0,
        reference: row.call_id,
      })),
    )
    .execute()
  await tellLog(trx, taken, nowMs)
  return taken.length
}

/** A node that was taken for dead may still settle these calls, for a time. */
async function rememberReleased(
  trx: Transaction<Schema>,
  taken: readonly ReservationRow[],
  nowMs: number,
): Promise<void> {
  const forgottenMs = nowMs - REMEMBERED_MS
  await trx.deleteFrom('released_holds').where('released_at', '<', forgottenMs).execute()
  const rows = taken.map(({ call_id, user_id, token_id, counted: text }) => {
    const counted = heldText(releasedHold(readHeld(text)))
    return { call_id, user_id, token_id, released_at: nowMs, counted }
  })
  await trx.insertInto('released_holds').values(rows).execute()
}

/** A request stays one; what it was to use, and its place among the running, are free again. */
async function uncount(trx: Transaction<Schema>, taken: readonly ReservationRow[]): Promise<void> {
  const counters = new LimitCounters(new Map())
  for (const { counted } of taken) {
    counters.settle(readHeld(counted).marks ?? [], LEFT_UNUSED)
  }
  await addToCounters(trx, counters.changes())
}

/** Holds nothing any more, but knows where a bill that comes after all is counted and paid. */
function releasedHold({ marks = [], cover }: Held): Held {
  return { marks: releasedMarks(marks), ...(cover && { cover: { ...cover, amount: 0 } }) }
}

/** What subscriptions have paid for these calls goes from the balances back to them. */
async function uncover(
  trx: Transaction<Schema>,
  taken: readonly ReservationRow[],
  nowMs: number,
): Promise<void> {
  const covered = taken.flatMap((row) => {
    const { cover } = readHeld(row.counted)
    return cover === undefined || cover.amount === 0 ? [] : [{ ...row, ...cover }]
  })
  for (const { call_id, user_id, subscriptionId, amount } of covered) {
    await trx
      .updateTable('users')
      .set((eb) => ({ quota: eb('quota', '-', amount) }))
      .where('id', '=', user_id)
      .execute()
    await trx
      .updateTable('subscriptions')
      .set((eb) => ({ remain: eb('remain', '+', amount) }))
      .where('id', '=', subscriptionId)
      .execute()
    await trx
      .insertInto('ledger')
      .values({
        created_at: nowMs,
        kind: 'cover',
        user_id,
        token_id: 0,
        user_delta: -amount,
        token_delta: 0,
        charge: 0,
        reference: call_id,
        subscription_id: subscriptionId,
        subscription_delta: amount,
      })
      .execute()
  }
}

/** In the order of ids, as every writer locks its rows. */
async function giveBack(trx: Transaction<Schema>, taken: readonly ReservationRow[]): Promise<void> {
  for (const [id, amount] of sumBy(taken, (row) => row.user_id)) {
    await trx
      .updateTable('users')
      .set((eb) => ({ quota: eb('quota', '+', amount) }))
      .where('id', '=', id)
      .execute()
  }
  const { enabled, exhausted } = TOKEN_STATUS
  for (const [id, amount] of sumBy(taken, (row) => row.token_id)) {
    if (id === 0) continue
    await trx
      .updateTable('tokens')
      .set({
        remain_quota: sql<number>`remain_quota + ${amount}`,
        status: sql<number>`case when status = ${sql.lit(exhausted)}
          and remain_quota + ${amount} > 0 then ${sql.lit(enabled)} else status end`,
      })
      .where('id', '=', id)
      .execute()
  }
}

async function tellLog(
  trx: Transaction<Schema>,
  taken: readonly ReservationRow[],
  nowMs: number,
): Promise<void> {
  const users = await trx
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', 'in', [...new Set(taken.map((row) => row.user_id))])
    .execute()
  const tokens = await trx
    .selectFrom('tokens')
    .select(['id', 'name', 'group'])
    .where('id', 'in', [...new Set(taken.map((row) => row.token_id))])
    .execute()
  const usernames = new Map(users.map((user) => [user.id, user.username]))
  const tokensById = new Map(tokens.map((token) => [token.id, token]))
  const rows = taken.map((row) => ({
    user_id: row.user_id,
    created_at: Math.floor(nowMs / MS_PER_SECOND),
    type: LOG_TYPE.error,
    content: '',
    username: usernames.get(row.user_id) ?? '',
    token_name: tokensById.get(row.token_id)?.name ?? '',
    model_name: row.model_name,
    quota: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    use_time: 0,
    is_stream: 0 as const,
    channel_id: 0,
    token_id: row.token_id,
    group: tokensById.get(row.token_id)?.group ?? '',
    ip: '',
    request_id: row.call_id,
    other: messageJson({ kind: 'interrupted', params: { quota: row.amount } }),
  }))
  await trx.insertInto('logs').values(rows).execute()
}

function sumBy(
  rows: readonly ReservationRow[],
  key: (row: ReservationRow) => number,
): [id: number, amount: number][] {
  const sums = new Map<number, number>()
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? 0) + row.amount)
  return [...sums].sort(([a], [b]) => a - b)
}
