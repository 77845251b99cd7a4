/** The statements of the ledger's batches on SQLite, prepared once, and the rows they read. */
import type { Database, SQLQueryBindings, Statement } from 'bun:sqlite'
import type { SubscriptionRow } from '../../server/domain/plans/subscription-account'
import { RowWriter } from './row-writer'

export interface HeldRow {
  readonly user_id: number
  readonly token_id: number
  readonly amount: number
  /** Read only once a call with limits was seen. */
  readonly counted?: string
}

export interface CounterRow {
  readonly start_at: number
  readonly used: number
}

export interface UserRow {
  readonly id: number
  readonly quota: number
  readonly used_quota: number
  readonly status: number
  readonly deleted_at: number | null
  /** How many plans the user holds. */
  readonly subscriptions: number
}

export interface TokenRow {
  readonly id: number
  readonly remain_quota: number
  readonly used_quota: number
  readonly status: number
  readonly unlimited_quota: number
  readonly expired_time: number
  readonly frozen_until: number
  readonly deleted_at: number | null
}

export type LedgerStatements = ReturnType<typeof prepareStatements>

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

/** What running calls hold, read where something is short. */
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

const SUBSCRIPTION_COLUMNS = `id, user_id, name, state, remain, used, terms, anchor_at,
  period_start, period_end`

function prepareSubscriptions(database: Database) {
  return {
    /** In the order in which they pay. */
    subscriptionsOf: database.prepare<SubscriptionRow, [number]>(
      `select ${SUBSCRIPTION_COLUMNS} from subscriptions where user_id = ? and state = 'active'
       order by priority, period_end, id`,
    ),
    subscription: database.prepare<SubscriptionRow, [number]>(
      `select ${SUBSCRIPTION_COLUMNS} from subscriptions where id = ?`,
    ),
    moveSubscription: database.prepare<unknown, SQLQueryBindings[]>(
      'update subscriptions set remain = remain + ?, used = used + ? where id = ?',
    ),
    entries: new RowWriter(database, 'ledger', [
      ...['created_at', 'kind', 'user_id', 'token_id', 'user_delta', 'token_delta'],
      ...['charge', 'reference'],
    ]),
    covers: new RowWriter(database, 'ledger', [
      ...['created_at', 'kind', 'user_id', 'token_id', 'user_delta', 'token_delta'],
      ...['charge', 'reference', 'subscription_id', 'subscription_delta'],
    ]),
  }
}

function prepareJobs(database: Database) {
  const write = (sql: string): Statement<unknown, SQLQueryBindings[]> => database.prepare(sql)
  return {
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
  }
}

export function prepareStatements(database: Database) {
  const write = (sql: string): Statement<unknown, SQLQueryBindings[]> => database.prepare(sql)
  return {
    ...prepareLimits(database),
    ...prepareHeld(database),
    ...prepareSubscriptions(database),
    ...prepareJobs(database),
    begin: write('begin immediate'),
    commit: write('commit'),
    user: database.prepare<UserRow, [number]>(
      'select id, quota, used_quota, status, deleted_at, subscriptions from users where id = ?',
    ),
    token: database.prepare<TokenRow, [number]>(
      `select id, remain_quota, used_quota, status, unlimited_quota, expired_time, frozen_until,
       deleted_at from tokens where id = ?`,
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
    held: new RowWriter(database, 'reservations', [
      ...['call_id', 'user_id', 'token_id', 'amount', 'model_name', 'created_at'],
      ...['kind', 'holder', 'deadline_at', 'job_id'],
    ]),
    addLog: write(
      `insert into logs (user_id, created_at, type, content, username, token_name, model_name,
       quota, prompt_tokens, completion_tokens, use_time, is_stream, channel_id, token_id,
       "group", ip, request_id, other, client, session, tags, duration_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
