/**
 * The ledger's batches on SQLite: prepared statements, run synchronously while the write
 * connection is held. This is the hot path, so every statement here has been counted.
 */
import { type Database, SQLiteError, type SQLQueryBindings } from 'bun:sqlite'
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
import { heldText, readHeld } from '../../server/domain/ledger/held-text'
import type { Cover, HotOrder, Reservation } from '../../server/domain/ledger/orders'
import { countersOf } from '../../server/domain/limits/batch-limits'
import type { UsedCounters } from '../../server/domain/limits/counters'
import {
  type SubscriptionAccount,
  type SubscriptionRow,
  subscriptionAccount,
} from '../../server/domain/plans/subscription-account'
import type { LedgerStore } from '../hot-ledger'
import { FILE_NODE } from '../node-id'
import { failureOf, whenNotBusy } from './busy'
import {
  type CounterRow,
  type HeldRow,
  type LedgerStatements,
  prepareStatements,
  type TokenRow,
  type UserRow,
} from './ledger-statements'
import type { WriteQueue } from './write-queue'

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

/** Reads the accounts that the orders name and takes the calls that they settle. */
function readBook(statements: LedgerStatements, orders: readonly HotOrder[]): BalanceBook {
  const users = new Map<number, UserBalance>()
  const tokens = new Map<number, TokenBalance>()
  const subscriptions = new Map<number, SubscriptionAccount>()
  const accounts = { users, tokens, subscriptions }
  const calls = readCalls(statements, orders, accounts)
  const counters = readCounters(statements, countersOf(orders, subscriptions))
  const plans = subscriptions.size > 0 && { subscriptions }
  return { users, tokens, ...calls, ...plans, ...(counters && { counters }) }
}

/** With the accounts that they name. */
function readCalls(
  statements: LedgerStatements,
  orders: readonly HotOrder[],
  accounts: Accounts,
): Pick<BalanceBook, 'held' | 'open' | 'released'> {
  const held = new Map<string, Reservation>()
  const open = new Map<string, Reservation>()
  const released = new Map<string, Reservation>()
  const readAccounts = accountsReader(statements, accounts)
  const keep = (calls: Map<string, Reservation>, call: Reservation) => {
    calls.set(call.callId, call)
    readAccounts(call.userId, call.tokenId)
    if (call.cover !== undefined) readCover(statements, accounts.subscriptions, call.cover)
  }
  const reader = statements.marks.seen ? statements.readMarked : statements.readHeld
  for (const each of orders) {
    if (each.kind === 'reserve') {
      readAccounts(each.order.userId, each.order.tokenId)
      continue
    }
    const isSettled = each.kind === 'settle'
    const callId = isSettled ? each.order.reservation.callId : each.order.callId
    const row = reader.get(callId)
    const taken = isSettled ? held : open
    if (row !== null) keep(taken, heldCall(callId, row, row.amount))
    if (!isSettled) continue
    const freed = takeHeld(statements, callId, row)
    if (freed !== null) keep(released, heldCall(callId, freed, 0))
  }
  return { held, open, released }
}

interface Accounts {
  readonly users: Map<number, UserBalance>
  readonly tokens: Map<number, TokenBalance>
  readonly subscriptions: Map<number, SubscriptionAccount>
}

/** Reads each account once. */
function accountsReader(statements: LedgerStatements, accounts: Accounts) {
  const { users, tokens } = accounts
  return (userId: number, tokenId: number | undefined): void => {
    if (!users.has(userId)) readUser(statements, accounts, userId)
    if (tokenId === undefined || tokens.has(tokenId)) return
    const row = statements.token.get(tokenId)
    if (row !== null) tokens.set(tokenId, tokenBalance(row))
  }
}

function readUser(statements: LedgerStatements, accounts: Accounts, userId: number): void {
  const row = statements.user.get(userId)
  if (row === null) return
  accounts.users.set(userId, userBalance(row))
  if (row.subscriptions === 0) return
  for (const each of statements.subscriptionsOf.all(userId)) {
    keepAccount(accounts.subscriptions, each)
  }
}

/** Of a call whose subscription may have ended meanwhile. */
function readCover(
  statements: LedgerStatements,
  subscriptions: Map<number, SubscriptionAccount>,
  { subscriptionId }: Cover,
): void {
  if (subscriptions.has(subscriptionId)) return
  const row = statements.subscription.get(subscriptionId)
  if (row !== null) keepAccount(subscriptions, row)
}

function keepAccount(subscriptions: Map<number, SubscriptionAccount>, row: SubscriptionRow): void {
  const account = subscriptionAccount(row)
  if (account !== undefined) subscriptions.set(account.id, account)
}

/** Ends the hold of a call that is settled; what a release before it has left behind. */
function takeHeld(statements: LedgerStatements, callId: string, row: HeldRow | null) {
  if (row === null) return statements.takeReleased.get(callId)
  statements.endHeld.run(callId)
  return null
}

function heldCall(
  callId: string,
  { user_id: userId, token_id, counted }: Omit<HeldRow, 'amount'>,
  amount: number,
): Reservation {
  const tokenId = token_id === 0 ? undefined : token_id
  const plain = { callId, userId, tokenId, amount }
  return counted ? { ...plain, ...readHeld(counted) } : plain
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
      .flatMap(({ counted }) => readHeld(counted).marks ?? [])
      .filter(({ limitId }) => limitId === id)
  return {
    users: sums(heldByUser, users),
    tokens: sums(heldByToken, tokens),
    marks: new Map(limits.map((id) => [id, marksOf(id)])),
  }
}

function readCounters(
  { counters }: LedgerStatements,
  ranges: ReturnType<typeof countersOf>,
): UsedCounters | undefined {
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
  const { id, remain_quota, used_quota, status, expired_time, frozen_until } = row
  const [unlimited, isDeleted] = [row.unlimited_quota === 1, row.deleted_at !== null]
  const ends = { status, expired_time, frozen_until, isDeleted }
  return { id, remain_quota, used_quota, unlimited, ...ends }
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
  for (const { id, remainDelta, usedDelta } of outcome.subscriptions) {
    statements.moveSubscription.run(remainDelta, usedDelta, id)
  }
  for (const [id, usedDelta] of outcome.channels) statements.moveChannel.run(usedDelta, id)
}

function writeEntries(statements: LedgerStatements, outcome: BatchOutcome): void {
  const entries: SQLQueryBindings[] = []
  const covers: SQLQueryBindings[] = []
  for (const entry of outcome.entries) {
    const { atMs, kind, userId, tokenId, userDelta, tokenDelta, charge, reference } = entry
    const { subscriptionId, subscriptionDelta = 0 } = entry
    const rows = subscriptionId === undefined ? entries : covers
    rows.push(atMs, kind, userId, tokenId, userDelta, tokenDelta, charge, reference)
    if (subscriptionId !== undefined) covers.push(subscriptionId, subscriptionDelta)
  }
  statements.entries.write(entries)
  statements.covers.write(covers)
}

function writeRows(statements: LedgerStatements, outcome: BatchOutcome): void {
  writeEntries(statements, outcome)
  const held: SQLQueryBindings[] = []
  for (const { reservation, model, terms, atMs } of outcome.opened) {
    const { callId, userId, tokenId, amount } = reservation
    const { kind, deadlineMs, jobId } = terms
    held.push(callId, userId, tokenId ?? 0, amount, model, atMs, kind, FILE_NODE, deadlineMs, jobId)
  }
  statements.held.write(held)
  // Nearly no call has limits, and a column costs every row.
  for (const { reservation } of outcome.opened) {
    const text = heldText(reservation)
    if (text === '') continue
    statements.marks.seen = true
    statements.markHeld.run(text, reservation.callId)
  }
  for (const [callId, amount] of outcome.grown) statements.growHeld.run(amount, callId)
  for (const [callId, marks] of outcome.marked) {
    statements.marks.seen = true
    statements.markHeld.run(heldText(marks), callId)
  }
  for (const { limitId, startMs, delta } of outcome.counters) {
    statements.addUsed.run(limitId, startMs, delta)
  }
  for (const log of outcome.logs) addLog(statements, log)
  for (const { userId, username, model, hourSeconds, tokens, count, quota } of outcome.hours) {
    statements.addHour.run(userId, username, model, hourSeconds, tokens, count, quota)
  }
  for (const job of outcome.jobs) endJob(statements, job)
}

type WrittenLog = BatchOutcome['logs'][number]

function addLog(statements: LedgerStatements, log: WrittenLog): void {
  const { facts, userId, tokenId, channelId } = log
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
    facts.client ?? '',
    facts.session ?? '',
    facts.tags ?? '',
    facts.duration_ms ?? 0,
  )
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
