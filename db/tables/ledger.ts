/**
 * Bookings that are not calls: grants, top-ups, adjustments. With the hot ledger this is the
 * only code that moves users.quota and tokens.remain_quota.
 */
import { sql, type Transaction } from 'kysely'
import { isBookable, type LedgerKind } from '../../server/domain/ledger/entry-kinds'
import { TOKEN_STATUS } from '../../server/domain/status'
import type { Db } from '../db'
import type { DurableTransaction } from '../durable'
import type { Lists } from '../lists'
import type { Schema } from '../schema'

/** Calls book through the hot ledger only, subscriptions along with their own rows. */
export type BookingKind = Exclude<
  LedgerKind,
  'reserve' | 'settle' | 'release' | 'cover' | 'allowance' | 'carry'
>

export interface Booking {
  readonly kind: BookingKind
  readonly userId: number
  readonly tokenId?: number | undefined
  /** Credits, signed. */
  readonly userDelta: number
  readonly tokenDelta: number
  /** What caused it: order number, redemption id, audit id. */
  readonly reference: string
  readonly nowMs: number
  /** Refuses a booking that would leave an account below zero. */
  readonly floorAtZero?: boolean | undefined
}

export interface BookedBalances {
  readonly userQuota: number
  /** `undefined` when no token was named. */
  readonly tokenQuota: number | undefined
}

/**
 * Books in the caller's transaction, which is durable, for these are what brings money in.
 * `undefined`, with nothing changed, when an account does not exist or `floorAtZero` forbids
 * it. A token comes back from `exhausted` with its credits.
 */
export async function post(
  trx: DurableTransaction,
  booking: Booking,
): Promise<BookedBalances | undefined> {
  const { kind, userId, tokenId, userDelta, reference, nowMs } = booking
  const tokenDelta = tokenId === undefined ? 0 : booking.tokenDelta
  if (!isBookable(kind, { user_delta: userDelta, token_delta: tokenDelta, charge: 0 })) {
    throw new RangeError(`${kind} cannot book ${userDelta} and ${tokenDelta} credits`)
  }
  const floor = booking.floorAtZero ?? false
  const userQuota = await moveUser(trx, { id: userId, delta: userDelta, floor })
  if (userQuota === undefined) return undefined
  let tokenQuota: number | undefined
  if (tokenId !== undefined) {
    tokenQuota = await moveToken(trx, { id: tokenId, delta: tokenDelta, floor })
    if (tokenQuota === undefined) {
      // The caller may go on with its transaction, so the first half is taken back.
      await moveUser(trx, { id: userId, delta: -userDelta, floor: false })
      return undefined
    }
  }
  await trx
    .insertInto('ledger')
    .values({
      created_at: nowMs,
      kind,
      user_id: userId,
      token_id: tokenId ?? 0,
      user_delta: userDelta,
      token_delta: tokenDelta,
      charge: 0,
      reference,
    })
    .execute()
  return { userQuota, tokenQuota }
}

export interface CarriedUse {
  readonly account: 'users' | 'tokens'
  readonly id: number
  /** Credits, above 0. */
  readonly used: number
  readonly reference: string
  readonly nowMs: number
}

/**
 * Adds to what counts as used, and explains it by an entry. A token's entry names no user:
 * what its owner has used is carried by the owner's own entry.
 */
export async function carryUsed(trx: Transaction<Schema>, carried: CarriedUse): Promise<void> {
  const { account, id, used, reference, nowMs } = carried
  if (!isBookable('carry', { user_delta: 0, token_delta: 0, charge: used })) {
    throw new RangeError(`${used} credits cannot have been used`)
  }
  await trx
    .updateTable(account)
    .set((eb) => ({ used_quota: eb('used_quota', '+', used) }))
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('ledger')
    .values({
      created_at: nowMs,
      kind: 'carry',
      user_id: account === 'users' ? id : 0,
      token_id: account === 'tokens' ? id : 0,
      user_delta: 0,
      token_delta: 0,
      charge: used,
      reference,
    })
    .execute()
}

interface Move {
  readonly id: number
  readonly delta: number
  readonly floor: boolean
}

async function moveUser(trx: Transaction<Schema>, move: Move): Promise<number | undefined> {
  const row = await trx
    .updateTable('users')
    .set((eb) => ({ quota: eb('quota', '+', move.delta) }))
    .where('id', '=', move.id)
    .$if(move.floor && move.delta < 0, (query) => query.where('quota', '>=', -move.delta))
    .returning('quota')
    .executeTakeFirst()
  return row?.quota
}

async function moveToken(trx: Transaction<Schema>, move: Move): Promise<number | undefined> {
  const { enabled, exhausted } = TOKEN_STATUS
  const row = await trx
    .updateTable('tokens')
    .set((eb) => ({
      remain_quota: eb('remain_quota', '+', move.delta),
      status: eb
        .case()
        .when(
          eb.and([eb('status', '=', exhausted), eb(eb('remain_quota', '+', move.delta), '>', 0)]),
        )
        .then(sql.lit(enabled))
        .else(eb.ref('status'))
        .end(),
    }))
    .where('id', '=', move.id)
    .$if(move.floor && move.delta < 0, (query) => query.where('remain_quota', '>=', -move.delta))
    .returning('remain_quota')
    .executeTakeFirst()
  return row?.remain_quota
}

export interface HistoryQuery {
  readonly userId: number
  /** Entries older than this id; absent for the newest. */
  readonly beforeId?: number | undefined
  readonly limit: number
}

/** Bookings of a user that are not calls, newest first. */
export async function history(db: Db, query: HistoryQuery) {
  return await db.lists
    .selectFrom('ledger')
    .selectAll()
    .where('user_id', '=', query.userId)
    // Literals, because the partial index is found only when the condition is spelt like it.
    .where(sql<boolean>`kind not in ('reserve', 'settle', 'release')`)
    .$if(query.beforeId !== undefined, (q) => q.where('id', '<', query.beforeId ?? 0))
    .orderBy('id', 'desc')
    .limit(query.limit)
    .execute()
}

export interface LinesQuery {
  readonly reference: string
  /** Epoch ms; entries are made in about this order. */
  readonly fromMs: number
  readonly toMs: number
}

/**
 * What was booked for one call. Calls have no index of their own here, which each of them would
 * have to write; the ids of a time are found by halving instead.
 */
export async function linesOf(lists: Lists, { reference, fromMs, toMs }: LinesQuery) {
  const ends = await lists
    .selectFrom('ledger')
    .select((e) => [e.fn.min('id').as('first'), e.fn.max('id').as('last')])
    .executeTakeFirst()
  const [first, last] = [Number(ends?.first ?? 0), Number(ends?.last ?? 0)]
  const from = await idAt(lists, fromMs, { first, last })
  const to = await idAt(lists, toMs, { first, last })
  return await lists
    .selectFrom('ledger')
    .selectAll()
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('reference', '=', reference)
    .orderBy('id')
    .execute()
}

/** The first id at which entries are not older than the moment. */
async function idAt(
  lists: Lists,
  moment: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<number> {
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = await lists
      .selectFrom('ledger')
      .select('created_at')
      .where('id', '>=', middle)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (row !== undefined && row.created_at < moment) low = middle + 1
    else high = middle
  }
  return low
}
