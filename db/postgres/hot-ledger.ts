/** The ledger's batches on PostgreSQL: one transaction, rows locked in the order of their ids. */
import { SQL } from 'bun'
import type { Kysely, Selectable, Transaction } from 'kysely'
import { decideBatch } from '../../server/domain/ledger/batch'
import type { BalanceBook, BatchOutcome } from '../../server/domain/ledger/book'
import {
  type HeldNow,
  type HeldQuestion,
  heldQuestion,
  MOST_READ_HOLDS,
  withHeld,
} from '../../server/domain/ledger/held-shortage'
import { readHeld } from '../../server/domain/ledger/held-text'
import type { HotOrder, Reservation } from '../../server/domain/ledger/orders'
import { countersOf } from '../../server/domain/limits/batch-limits'
import type { UsedCounters } from '../../server/domain/limits/counters'
import type { Mark } from '../../server/domain/limits/limit'
import {
  type SubscriptionAccount,
  subscriptionAccount,
} from '../../server/domain/plans/subscription-account'
import type { LedgerStore } from '../hot-ledger'
import type { Schema } from '../schema'
import type { ReservationsTable } from '../schema/holds'
import { accountWrites } from './account-writes'
import { writeRows } from './ledger-rows'
import { anyOf, inOneStatement } from './sets'

type Trx = Transaction<Schema>

/** SQLSTATE classes: a value that does not fit, and a broken constraint. */
const ORDERS_FAULT = /^2[23]/
/** Serialization failure and deadlock: PostgreSQL has undone everything. */
const ROLLED_BACK = /^40(001|P01)$/
const MAX_ATTEMPTS = 5

function wasRolledBack(error: unknown): boolean {
  return error instanceof SQL.PostgresError && ROLLED_BACK.test(error.errno ?? '')
}

export class PostgresLedgerStore implements LedgerStore {
  readonly #kysely: Kysely<Schema>
  /** Of this process, which is the holder of what it reserves. */
  readonly #node: string

  constructor(kysely: Kysely<Schema>, node: string) {
    this.#kysely = kysely
    this.#node = node
  }

  /** The pool has a connection for every transaction; the database orders them. */
  async hold(): Promise<void> {}

  letGo(): void {}

  /** What another transaction stood in the way of is tried again: the call is owed. */
  async write(orders: readonly HotOrder[]): Promise<BatchOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#writeOnce(orders)
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !wasRolledBack(error)) throw error
      }
    }
  }

  #writeOnce(orders: readonly HotOrder[]): Promise<BatchOutcome> {
    return this.#kysely.transaction().execute(async (trx) => {
      const outcome = decideBatch(orders, await readBook(trx, orders))
      await inOneStatement(trx, accountWrites(outcome))
      await writeRows(trx, outcome, this.#node)
      const question = heldQuestion(orders, outcome)
      if (question === undefined) return outcome
      return withHeld(orders, outcome, await readHeldNow(trx, question))
    })
  }

  blamesAnOrder(error: unknown): boolean {
    return error instanceof SQL.PostgresError && ORDERS_FAULT.test(error.errno ?? '')
  }
}

async function readBook(trx: Trx, orders: readonly HotOrder[]): Promise<BalanceBook> {
  const held = await takeHeld(trx, orders)
  const released = await takeReleased(trx, orders, held)
  const open = await readOpen(trx, orders)
  const userIds = new Set<number>()
  const tokenIds = new Set<number>()
  const name = (userId: number, tokenId: number | undefined) => {
    userIds.add(userId)
    if (tokenId !== undefined) tokenIds.add(tokenId)
  }
  for (const calls of [held, released, open]) {
    for (const { userId, tokenId } of calls.values()) name(userId, tokenId)
  }
  for (const each of orders) {
    if (each.kind === 'reserve') name(each.order.userId, each.order.tokenId)
  }
  const users = await trx
    .selectFrom('users')
    .select(['id', 'quota', 'used_quota', 'status', 'deleted_at', 'subscriptions'])
    .where('id', '=', anyOf([...userIds], 'bigint'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const tokens = await trx
    .selectFrom('tokens')
    .select(['id', 'remain_quota', 'used_quota', 'status', 'unlimited_quota'])
    .select(['expired_time', 'frozen_until', 'deleted_at'])
    .where('id', '=', anyOf([...tokenIds], 'bigint'))
    .orderBy('id')
    .forUpdate()
    .execute()
  const subscriptions = await readSubscriptions(trx, {
    holders: users.filter((user) => user.subscriptions > 0).map(({ id }) => id),
    covers: [held, released, open].flatMap((calls) =>
      [...calls.values()].flatMap(({ cover }) => (cover ? [cover.subscriptionId] : [])),
    ),
  })
  const counters = await readCounters(trx, countersOf(orders, subscriptions))
  return {
    ...(subscriptions.size > 0 && { subscriptions }),
    held,
    open,
    released,
    ...(counters && { counters }),
    users: new Map(
      users.map((user) => [user.id, { ...user, isDeleted: user.deleted_at !== null }]),
    ),
    tokens: new Map(
      tokens.map((token) => {
        const unlimited = token.unlimited_quota === 1
        return [token.id, { ...token, unlimited, isDeleted: token.deleted_at !== null }]
      }),
    ),
  }
}

/**
 * Those that may pay for users who hold any, and those that calls are covered by; in the order in
 * which they pay. Locked in the order of their ids.
 */
async function readSubscriptions(
  trx: Trx,
  { holders, covers }: { readonly holders: readonly number[]; readonly covers: readonly number[] },
): Promise<ReadonlyMap<number, SubscriptionAccount>> {
  const accounts = new Map<number, SubscriptionAccount>()
  if (holders.length === 0 && covers.length === 0) return accounts
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['id', 'user_id', 'name', 'state', 'remain', 'used', 'terms'])
    .select(['anchor_at', 'period_start', 'period_end', 'priority'])
    .where((row) =>
      row.or([
        row.and([row('user_id', '=', anyOf([...holders], 'bigint')), row('state', '=', 'active')]),
        row('id', '=', anyOf([...covers], 'bigint')),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const paying = rows.sort(
    (a, b) => a.priority - b.priority || a.period_end - b.period_end || a.id - b.id,
  )
  for (const row of paying) {
    const account = subscriptionAccount(row)
    if (account !== undefined) accounts.set(account.id, account)
  }
  return accounts
}

/** After the batch is written, so that its own calls are among them. */
async function readHeldNow(trx: Trx, { users, tokens, limits }: HeldQuestion): Promise<HeldNow> {
  const sums = async (column: 'user_id' | 'token_id', ids: readonly number[]) => {
    const rows = await trx
      .selectFrom('reservations')
      .select(({ fn }) => [column, fn.sum('amount').as('held')])
      .where('kind', '=', 'call')
      .where(column, 'in', [...ids, -1])
      .groupBy(column)
      .execute()
    return new Map(rows.map((row) => [row[column], Number(row.held)]))
  }
  const marks = new Map<number, readonly Mark[]>()
  for (const id of limits) {
    const rows = await trx
      .selectFrom('reservations')
      .select('counted')
      .where('kind', '=', 'call')
      .where('counted', 'like', `%[${id},%`)
      .limit(MOST_READ_HOLDS)
      .execute()
    const all = rows.flatMap(({ counted }) => readHeld(counted).marks ?? [])
    marks.set(
      id,
      all.filter(({ limitId }) => limitId === id),
    )
  }
  return { users: await sums('user_id', users), tokens: await sums('token_id', tokens), marks }
}

/** Whoever counts a limit waits for whoever is at it: a counter that is not there has no lock. */
async function readCounters(
  trx: Trx,
  ranges: ReturnType<typeof countersOf>,
): Promise<UsedCounters | undefined> {
  if (ranges === undefined) return undefined
  const ids = ranges.map(({ limitId }) => limitId)
  await trx
    .selectFrom('limits')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await trx
    .selectFrom('limit_counters')
    .select(['limit_id', 'start_at', 'used'])
    .where((row) =>
      row.or(
        ranges.map(({ limitId, fromMs }) =>
          row.and([row('limit_id', '=', limitId), row('start_at', '>=', fromMs)]),
        ),
      ),
    )
    .execute()
  const counters = new Map(ids.map((id) => [id, new Map<number, number>()]))
  for (const { limit_id, start_at, used } of rows) counters.get(limit_id)?.set(start_at, used)
  return counters
}

async function takeHeld(
  trx: Trx,
  orders: readonly HotOrder[],
): Promise<ReadonlyMap<string, Reservation>> {
  const callIds = orders.flatMap((each) =>
    each.kind === 'settle' ? [each.order.reservation.callId] : [],
  )
  if (callIds.length === 0) return new Map()
  const rows = await trx
    .deleteFrom('reservations')
    .where('call_id', '=', anyOf(callIds, 'text'))
    .returning(['call_id', 'user_id', 'token_id', 'amount', 'counted'])
    .execute()
  return new Map(rows.map((row) => [row.call_id, reservationOf(row)]))
}

/** Of calls that are settled and not held: those whose hold was given back. */
async function takeReleased(
  trx: Trx,
  orders: readonly HotOrder[],
  held: ReadonlyMap<string, Reservation>,
): Promise<ReadonlyMap<string, Reservation>> {
  const callIds = orders.flatMap((each) =>
    each.kind === 'settle' && !held.has(each.order.reservation.callId)
      ? [each.order.reservation.callId]
      : [],
  )
  if (callIds.length === 0) return new Map()
  const rows = await trx
    .deleteFrom('released_holds')
    .where('call_id', '=', anyOf(callIds, 'text'))
    .returning(['call_id', 'user_id', 'token_id', 'counted'])
    .execute()
  return new Map(rows.map((row) => [row.call_id, reservationOf({ ...row, amount: 0 })]))
}

async function readOpen(
  trx: Trx,
  orders: readonly HotOrder[],
): Promise<ReadonlyMap<string, Reservation>> {
  const callIds = orders.flatMap((each) =>
    each.kind === 'extend' || each.kind === 'move' ? [each.order.callId] : [],
  )
  if (callIds.length === 0) return new Map()
  const rows = await trx
    .selectFrom('reservations')
    .select(['call_id', 'user_id', 'token_id', 'amount', 'counted'])
    .where('call_id', '=', anyOf(callIds, 'text'))
    .orderBy('call_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.call_id, reservationOf(row)]))
}

type HeldRow = Pick<
  Selectable<ReservationsTable>,
  'call_id' | 'user_id' | 'token_id' | 'amount' | 'counted'
>

function reservationOf({ call_id, user_id, token_id, amount, counted }: HeldRow): Reservation {
  const tokenId = token_id === 0 ? undefined : token_id
  const held = { callId: call_id, userId: user_id, tokenId, amount }
  return counted === '' ? held : { ...held, ...readHeld(counted) }
}
