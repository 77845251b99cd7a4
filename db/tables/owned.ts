/** Whose it is what an upstream keeps, and where; rows of many calls are written together. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { OwnedKind } from '../../server/domain/objects/objects'
import { type Cursor, isBehind } from '../cursor'
import type { Schema } from '../schema'
import type { OwnedTable } from '../schema/objects'

export type OwnedTableRow = Selectable<OwnedTable>

/** The hold of a call becomes that of the work which goes on after it. */
export interface JobHold {
  readonly callId: string
  readonly jobId: string
  readonly deadlineMs: number
}

/** What is known already stays whose it was; a later row says more of it. */
export async function insertOwned(
  trx: Transaction<Schema>,
  rows: readonly OwnedTableRow[],
): Promise<void> {
  if (rows.length === 0) return
  await trx
    .insertInto('owned')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'id']).doUpdateSet((row) => ({
        kind: row.ref('excluded.kind'),
        channel_id: row.ref('excluded.channel_id'),
        key_hash: row.ref('excluded.key_hash'),
        expires_at: row.ref('excluded.expires_at'),
      })),
    )
    .execute()
}

export async function holdForJobs(
  trx: Transaction<Schema>,
  holds: readonly JobHold[],
): Promise<void> {
  for (const { callId, jobId, deadlineMs } of holds) {
    await trx
      .updateTable('reservations')
      .set({ kind: 'job', job_id: jobId, deadline_at: deadlineMs })
      .where('call_id', '=', callId)
      .execute()
  }
}

export async function findOwned(
  reader: Kysely<Schema>,
  userId: number,
  ids: readonly string[],
): Promise<OwnedTableRow[]> {
  return await reader
    .selectFrom('owned')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

export interface OwnedPage extends Cursor {
  readonly userId: number
  readonly kind: OwnedKind
  readonly nowMs: number
}

export async function pageOfOwned(
  reader: Kysely<Schema>,
  { userId, kind, nowMs, ...cursor }: OwnedPage,
): Promise<OwnedTableRow[]> {
  const { limit, order } = cursor
  return await reader
    .selectFrom('owned')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where((row) => row.or([row('expires_at', '=', 0), row('expires_at', '>', nowMs)]))
    .where(isBehind(cursor))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
}

export async function deleteOwned(
  trx: Transaction<Schema>,
  userId: number,
  id: string,
): Promise<void> {
  await trx.deleteFrom('owned').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Nothing is owed for it any more. */
export async function endOwnedJob(
  trx: Transaction<Schema>,
  userId: number,
  id: string,
): Promise<void> {
  await trx
    .updateTable('owned')
    .set({ job: '', poll_at: 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export interface Claim {
  readonly nowMs: number
  readonly limit: number
  /** Doubled with every question, up to the longest. */
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

/**
 * Work whose upstream is to be polled now. Whoever claims it is alone with it until its next turn,
 * which comes by itself if this process dies.
 */
export async function claimDueJobs(
  trx: Transaction<Schema>,
  { nowMs, limit, firstPauseMs, longestPauseMs }: Claim,
): Promise<OwnedTableRow[]> {
  const due = await trx
    .selectFrom('owned')
    .select(['user_id', 'id', 'poll_at', 'polls'])
    .where('poll_at', '>', 0)
    .where('poll_at', '<=', nowMs)
    .orderBy('poll_at')
    .limit(limit)
    .execute()
  const claimed: OwnedTableRow[] = []
  for (const { user_id, id, poll_at, polls } of due) {
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(polls, 16), longestPauseMs)
    const row = await trx
      .updateTable('owned')
      .set({ poll_at: nowMs + pauseMs, polls: sql<number>`polls + 1` })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .where('poll_at', '=', poll_at)
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) claimed.push(row)
  }
  return claimed
}

/** When the next of them is due; `undefined` when nothing is owed. */
export async function nextPollMs(reader: Kysely<Schema>): Promise<number | undefined> {
  const row = await reader
    .selectFrom('owned')
    .select('poll_at')
    .where('poll_at', '>', 0)
    .orderBy('poll_at')
    .limit(1)
    .executeTakeFirst()
  return row?.poll_at
}

/** Forgets what is past its end, some at a time; returns how many. */
export async function sweepOwned(
  trx: Transaction<Schema>,
  nowMs: number,
  limit: number,
): Promise<number> {
  const past = await trx
    .selectFrom('owned')
    .select(['user_id', 'id'])
    .where('expires_at', '>', 0)
    .where('expires_at', '<', nowMs)
    .where('poll_at', '=', 0)
    .limit(limit)
    .execute()
  for (const { user_id, id } of past) await deleteOwned(trx, user_id, id)
  return past.length
}
