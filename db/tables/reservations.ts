/** Calls whose money is held. At start-up, those that a dead process left are given back. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { toldJson } from '../../server/domain/log-kinds'
import { LOG_TYPE, TOKEN_STATUS } from '../../server/domain/status'
import type { Db } from '../open'
import type { ReservationsTable, Schema } from '../schema'

export type ReservationRow = Selectable<ReservationsTable>

/** Keeps each transaction under 50 ms. */
const CHUNK = 100
/** More would not be read by anybody. */
const MOST_NAMED = 1000
const MS_PER_SECOND = 1000

/** Oldest first. */
export async function openReservations(db: Db): Promise<ReservationRow[]> {
  return await db.kysely.selectFrom('reservations').selectAll().orderBy('created_at').execute()
}

/** Of calls that began earlier (epoch ms), oldest first, at most a thousand. */
export async function reservationsBefore(
  reader: Kysely<Schema>,
  begunBeforeMs: number,
): Promise<ReservationRow[]> {
  return await reader
    .selectFrom('reservations')
    .selectAll()
    .where('created_at', '<', begunBeforeMs)
    .orderBy('created_at')
    .limit(MOST_NAMED)
    .execute()
}

export interface ResolveOptions {
  readonly nowMs: number
  /**
   * Leaves calls alone that began later (epoch ms). On PostgreSQL other gateways have calls
   * of their own under way; on SQLite the serve lock says that there are none.
   */
  readonly begunBeforeMs?: number | undefined
  /** Leaves calls alone that run in this process, or whose settlement waits here. */
  readonly isOpen?: ((callId: string) => boolean) | undefined
}

/**
 * Releases every open call in full, says so in the log, and returns how many there were.
 * Calls of a process that still runs must not be open; a second run finds nothing.
 */
export async function resolveOpen(db: Db, options: ResolveOptions): Promise<number> {
  const { begunBeforeMs, isOpen } = options
  let resolved = 0
  let last = ''
  for (;;) {
    const found = await heldCalls(db, { afterId: last, begunBeforeMs })
    const dead = isOpen === undefined ? found : found.filter((callId) => !isOpen(callId))
    if (dead.length > 0) {
      resolved += await db.transaction((trx) => resolveCalls(trx, dead, options.nowMs))
    }
    if (found.length < CHUNK) return resolved
    last = found.at(-1) ?? ''
  }
}

interface HeldPage {
  readonly afterId: string
  readonly begunBeforeMs: number | undefined
}

async function heldCalls(db: Db, { afterId, begunBeforeMs }: HeldPage): Promise<string[]> {
  const rows = await db.kysely
    .selectFrom('reservations')
    .select('call_id')
    .where('call_id', '>', afterId)
    .$if(begunBeforeMs !== undefined, (query) => query.where('created_at', '<', begunBeforeMs ?? 0))
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
    other: toldJson({ kind: 'interrupted', params: { quota: row.amount } }),
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
