/**
 * The ledger's batches on SQLite: prepared statements, run synchronously while the write
 * connection is held. This is the hot path, so every statement here has been counted.
 */
import { type Database, SQLiteError, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { JOB_FAMILY_ROWS } from '../../server/domain/jobs/families'
import type { EndedJob } from '../../server/domain/jobs/job-end'
import { decideBatch } from '../../server/domain/ledger/batch'
import type {
  BalanceBook,
  BatchOutcome,
  TokenBalance,
  UserBalance,
} from '../../server/domain/ledger/book'
import {
  type HeldNow,
  type HeldQuestion,
  heldQuestion,
  MOST_READ_HOLDS,
  withHeld,
} from '../../server/domain/ledger/held-shortage'
import type { HotOrder, Reservation } from '../../server/domain/ledger/orders'
import { countersOf } from '../../server/domain/limits/batch-limits'
import type { UsedCounters } from '../../server/domain/limits/counters'
import { marksText, readMarks } from '../../server/domain/limits/limit'
import type { LedgerStore } from '../hot-ledger'
import { FILE_NODE } from '../node-id'
import { failureOf, whenNotBusy } from './busy'
import { RowWriter } from './row-writer'
import type { WriteQueue } from './write-queue'

interface HeldRow {
  readonly user_id: number
  readonly token_id: number
  readonly amount: number
  /** Read only once a call with limits was seen. */
  readonly counted?: string
}

interface CounterRow {
  readonly start_at: number
  readonly used: number
}

interface UserRow {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
  readonly status: number
  readonly deleted_at: number | null
}

interface TokenRow {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
  readonly unlimited_quota: number
  readonly expired_time: number
  readonly deleted_at: number | null
}

export interface SqliteLedgerConfig {
  readonly database: Database
  readonly queue: WriteQueue
  readonly busyAttempts: number
}

export class SqliteLedgerStore implements LedgerStore {
  readonly #config: SqliteLedgerConfig
  /** Prepared at first use, because the tables do not exist before the migrations. */
  #statements: LedgerStatements | undefined

  constructor(config: SqliteLedgerConfig) {
    this.#config = config
  }

  hold(): Promise<void> {
    return this.#config.queue.acquire()
  }

  letGo(): void {
    this.#config.queue.release()
  }

  async write(orders: readonly HotOrder[]): Promise<BatchOutcome> {
    const { database, busyAttempts } = this.#config
    this.#statements ??= prepareStatements(database)
    const statements = this.#statements
    try {
      await whenNotBusy(() => statements.begin.run(), busyAttempts)
      const outcome = decideBatch(orders, readBook(statements, orders))
      writeBalances(statements, outcome)
      writeRows(statements, outcome)
      const question = heldQuestion(orders, outcome)
      const held = question && readHeldNow(statements, question)
      statements.commit.run()
      return held === undefined ? outcome : withHeld(orders, outcome, held)
    } catch (error) {
      if (database.inTransaction) database.run('rollback')
      throw failureOf(error)
    }
  }

  blamesAnOrder(error: unknown): boolean {
    // A damaged page is in the way of the calls that need it, not of all the others.
    return error instanceof SQLiteError && /^SQLITE_(?:CONSTRAINT|CORRUPT)/.test(error.code ?? '')
  }
}

type LedgerStatements = ReturnType<typeof prepareStatements>

function prepareLimits(database: Database) {
  const marked = database.query("select 1 from reservations where counted <> '' limit 1")
  return {
    /** Whoever serves a file is alone with it, so nobody else marks calls. */
    marks: { seen: marked.get() !== null },
    readMarked: database.prepare<HeldRow, [string]>(
      'select user_id, token_id, amount, counted from reservations where call_id = ?',
    ),
    markHeld: database.prepare<unknown, SQLQueryBindings[]>(
      'update reservations set counted = ? where call_id = ?',
    ),
    counters: database.prepare<CounterRow, [number, number]>(
      'select start_at, used from limit_counters where limit_id = ? and start_at >= ?',
    ),
    addUsed: database.prepare<unknown, SQLQueryBindings[]>(
      `insert into limit_counters (limit_id, start_at, used) values (?, ?, ?)
       on conflict (limit_id, start_at) do update set used = used + excluded.used`,
    ),
  }
}

/** What running calls hold, asked for where something is short. */
function prepareHeld(database: Database) {
  return {
    heldByUser: database.prepare<{ readonly held: number }, [number]>(
      "select sum(amount) as held from reservations where kind = 'call' and user_id = ?",
    ),
    heldByToken: database.prepare<{ readonly held: number }, [number]>(
      "select sum(amount) as held from reservations where kind = 'call' and token_id = ?",
    ),
    marksOfLimit: database.prepare<{ readonly counted: string }, [string, number]>(
      "select counted from reservations where kind = 'call' and counted like ? limit ?",
    ),
  }
}

function prepareStatements(database: Database) {
  const write = (sql: string): Statement<unknown, SQLQueryBindings[]> => database.prepare(sql)
  return {
    ...prepareLimits(database),
    ...prepareHeld(database),
    begin: write('begin immediate'),
    commit: write('commit'),
    user: database.prepare<UserRow, [number]>(
      'select id, quota, used_quota, status, deleted_at from users where id = ?',
    ),
    token: database.prepare<TokenRow, [number]>(
      `select id, remain_quota, used_quota, status, unlimited_quota, expired_time, deleted_at
       from tokens where id = ?`,
    ),
    readHeld: database.prepare<HeldRow, [string]>(
      'select user_id, token_id, amount from reservations where call_id = ?',
    ),
    growHeld: write('update reservations set amount = amount + ? where call_id = ?'),
    // Two statements: `returning` would build a table for the one row.
    endHeld: write('delete from reservations where call_id = ?'),
    takeReleased: database.prepare<Omit<HeldRow, 'amount'>, [string]>(
      'delete from released_holds where call_id = ? returning user_id, token_id, counted',
    ),
    moveUser: write(
      `update users set quota = quota + ?, used_quota = used_quota + ?,
       request_count = request_count + ? where id = ?`,
    ),
    moveToken: write(
      `update tokens set remain_quota = remain_quota + ?, used_quota = used_quota + ?,
       status = ?, accessed_time = max(accessed_time, ?) where id = ?`,
    ),
    moveChannel: write('update channels set used_quota = used_quota + ? where id = ?'),
    entries: new RowWriter(database, 'ledger', [
      ...['created_at', 'kind', 'user_id', 'token_id', 'user_delta', 'token_delta'],
      ...['charge', 'reference'],
    ]),
    held: new RowWriter(database, 'reservations', [
      ...['call_id', 'user_id', 'token_id', 'amount', 'model_name', 'created_at'],
      ...['kind', 'holder', 'deadline_at', 'job_id'],
    ]),
    addLog: write(
      `insert into logs (user_id, created_at, type, content, username, token_name, model_name,
       quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id,
       "group", ip, request_id, other)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    endJob: database.prepare<{ readonly id: string }, SQLQueryBindings[]>(
      `update jobs set state = ?1, fail_reason = ?2, ended_at = ?3, quota = ?4, poll_at = 0,
       expires_at = ?6,
       progress = case when ?1 = 'succeeded' then 100 else progress end,
       notify_at = case when notify = '' then 0 else ?3 end
       where id = ?5 and ended_at = 0 returning id`,
    ),
    endTask: write(
      `update tasks set status = ?, progress = '100%', fail_reason = ?, finish_time = ?,
       updated_at = ?, quota = ? where task_id = ?`,
    ),
    endDrawing: write(
      `update midjourneys set status = ?, progress = '100%', fail_reason = ?, finish_time = ?,
       quota = ? where mj_id = ?`,
    ),
    addHour: write(
      `insert into quota_data (user_id, username, model_name, created_at, token_used, count,
       quota) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (user_id, model_name, created_at) do update set
       username = excluded.username, token_used = token_used + excluded.token_used,
       count = count + excluded.count, quota = quota + excluded.quota`,
    ),
  }
}

/** Reads the accounts that the orders name and takes the calls that they settle. */
function readBook(statements: LedgerStatements, orders: readonly HotOrder[]): BalanceBook {
  const users = new Map<number, UserBalance>()
  const tokens = new Map<number, TokenBalance>()
  const held = new Map<string, Reservation>()
  const open = new Map<string, Reservation>()
  const released = new Map<string, Reservation>()
  const readAccounts = (userId: number, tokenId: number | undefined) => {
    if (!users.has(userId)) {
      const row = statements.user.get(userId)
      if (row !== null) users.set(userId, userBalance(row))
    }
    if (tokenId === undefined || tokens.has(tokenId)) return
    const row = statements.token.get(tokenId)
    if (row !== null) tokens.set(tokenId, tokenBalance(row))
  }
  for (const each of orders) {
    if (each.kind === 'reserve') {
      readAccounts(each.order.userId, each.order.tokenId)
      continue
    }
    const staysOpen = each.kind !== 'settle'
    const callId = staysOpen ? each.order.callId : each.order.reservation.callId
    const reader = statements.marks.seen ? statements.readMarked : statements.readHeld
    const row = reader.get(callId)
    if (row !== null && !staysOpen) statements.endHeld.run(callId)
    const freed = row === null && !staysOpen ? statements.takeReleased.get(callId) : null
    const found = row ?? freed
    if (found === null) continue
    const { user_id: userId, token_id, counted } = found
    const tokenId = token_id === 0 ? undefined : token_id
    const amount = row?.amount ?? 0
    const plain = { callId, userId, tokenId, amount }
    const call = counted ? { ...plain, marks: readMarks(counted) } : plain
    if (staysOpen) open.set(callId, call)
    else (row === null ? released : held).set(callId, call)
    readAccounts(userId, tokenId)
  }
  const counters = readCounters(statements, orders)
  return { users, tokens, held, open, released, ...(counters && { counters }) }
}

/** After the batch is written, so that its own calls are among them. */
function readHeldNow(
  { heldByUser, heldByToken, marksOfLimit }: LedgerStatements,
  { users, tokens, limits }: HeldQuestion,
): HeldNow {
  const sums = (sum: typeof heldByUser, ids: readonly number[]) =>
    new Map(ids.map((id) => [id, sum.get(id)?.held ?? 0]))
  const marksOf = (id: number) =>
    marksOfLimit
      .all(`%[${id},%`, MOST_READ_HOLDS)
      .flatMap(({ counted }) => readMarks(counted) ?? [])
      .filter(({ limitId }) => limitId === id)
  return {
    users: sums(heldByUser, users),
    tokens: sums(heldByToken, tokens),
    marks: new Map(limits.map((id) => [id, marksOf(id)])),
  }
}

function readCounters(
  { counters }: LedgerStatements,
  orders: readonly HotOrder[],
): UsedCounters | undefined {
  const ranges = countersOf(orders)
  if (ranges === undefined) return undefined
  const usedOf = ({ start_at, used }: CounterRow) => [start_at, used] as const
  return new Map(
    ranges.map(({ limitId, fromMs }) => [
      limitId,
      new Map(counters.all(limitId, fromMs).map(usedOf)),
    ]),
  )
}

function userBalance({ id, quota, used_quota, status, deleted_at }: UserRow): UserBalance {
  return { id, quota, used_quota, status, isDeleted: deleted_at !== null }
}

function tokenBalance(row: TokenRow): TokenBalance {
  const { id, remain_quota, used_quota, status, expired_time } = row
  const [unlimited, isDeleted] = [row.unlimited_quota === 1, row.deleted_at !== null]
  return { id, remain_quota, used_quota, status, expired_time, unlimited, isDeleted }
}

/** Relative updates, once per account however many orders moved it. */
function writeBalances(statements: LedgerStatements, outcome: BatchOutcome): void {
  for (const { id, quotaDelta, usedDelta, requestDelta } of outcome.users) {
    if (quotaDelta === 0 && usedDelta === 0 && requestDelta === 0) continue
    statements.moveUser.run(quotaDelta, usedDelta, requestDelta, id)
  }
  for (const token of outcome.tokens) {
    if (token.accessedSeconds === 0) continue
    const { id, remainDelta, usedDelta, status, accessedSeconds } = token
    statements.moveToken.run(remainDelta, usedDelta, status, accessedSeconds, id)
  }
  for (const [id, usedDelta] of outcome.channels) statements.moveChannel.run(usedDelta, id)
}

function writeRows(statements: LedgerStatements, outcome: BatchOutcome): void {
  const entries: SQLQueryBindings[] = []
  for (const entry of outcome.entries) {
    const { atMs, kind, userId, tokenId, userDelta, tokenDelta, charge, reference } = entry
    entries.push(atMs, kind, userId, tokenId, userDelta, tokenDelta, charge, reference)
  }
  statements.entries.write(entries)
  const held: SQLQueryBindings[] = []
  for (const { reservation, model, terms, atMs } of outcome.opened) {
    const { callId, userId, tokenId, amount } = reservation
    const { kind, deadlineMs, jobId } = terms
    held.push(callId, userId, tokenId ?? 0, amount, model, atMs, kind, FILE_NODE, deadlineMs, jobId)
  }
  statements.held.write(held)
  // Nearly no call has limits, and a column costs every row.
  for (const { reservation } of outcome.opened) {
    const { callId, marks } = reservation
    if (marks === undefined) continue
    statements.marks.seen = true
    statements.markHeld.run(marksText(marks), callId)
  }
  for (const [callId, amount] of outcome.grown) statements.growHeld.run(amount, callId)
  for (const [callId, marks] of outcome.marked) {
    statements.marks.seen = true
    statements.markHeld.run(marksText(marks), callId)
  }
  for (const { limitId, startMs, delta } of outcome.counters) {
    statements.addUsed.run(limitId, startMs, delta)
  }
  for (const { facts, userId, tokenId, channelId } of outcome.logs) {
    statements.addLog.run(
      userId,
      facts.created_at,
      facts.type,
      facts.content,
      facts.username,
      facts.token_name,
      facts.model_name,
      facts.quota,
      facts.prompt_tokens,
      facts.completion_tokens,
      facts.use_time,
      facts.is_stream ? 1 : 0,
      channelId,
      tokenId,
      facts.group,
      facts.ip,
      facts.request_id,
      facts.other,
    )
  }
  for (const { userId, username, model, hourSeconds, tokens, count, quota } of outcome.hours) {
    statements.addHour.run(userId, username, model, hourSeconds, tokens, count, quota)
  }
  for (const job of outcome.jobs) endJob(statements, job)
}

/** What has ended keeps the end that it has. */
function endJob(statements: LedgerStatements, { end, charge }: EndedJob): void {
  const { jobId, family, state, failReason, atMs, expiresAtMs } = end
  const ended = statements.endJob.get(state, failReason, atMs, charge, jobId, expiresAtMs)
  if (ended === null) return
  const { table, statuses } = JOB_FAMILY_ROWS[family]
  const seconds = Math.floor(atMs / 1000)
  if (table === 'midjourneys') {
    statements.endDrawing.run(statuses[state], failReason, atMs, charge, jobId)
  } else statements.endTask.run(statuses[state], failReason, seconds, seconds, charge, jobId)
}
