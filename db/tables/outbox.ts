/** The notices that are to be sent, and what became of those that were. */
import type { Kysely, Selectable, SelectQueryBuilder } from 'kysely'
import type { NoticeSort } from '../../server/domain/resources/notices'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { OutboxTable } from '../schema/notices'
import type { RowWindow } from './row-order'

export type OutboxRow = Selectable<OutboxTable>

export interface NewNotice {
  readonly userId: number
  readonly kind: string
  readonly type: string
  /** JSON. */
  readonly content: string
  readonly nowMs: number
  /** Nobody else tries it before then: whoever puts it in tries it first, unless it is held. */
  readonly nextMs: number
  /** Tried first when its time comes. */
  readonly isHeld?: boolean
  readonly contactPointId?: number
  /** Least time since a notice of this kind arrived; 0 sends every one. */
  readonly intervalMs: number
}

/**
 * Puts a notice in, unless one of its kind arrived lately or waits already; one that waits then
 * holds the newer facts. Of parallel callers, in any process, one gets the row.
 */
export async function putNotice(
  trx: Kysely<Schema>,
  notice: NewNotice,
): Promise<OutboxRow | undefined> {
  const { userId, kind, content, nowMs, intervalMs, isHeld = false, contactPointId = 0 } = notice
  const last = await trx
    .selectFrom('notices')
    .select('sent_at')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (last !== undefined && last.sent_at > nowMs - intervalMs) return undefined
  const open_key = intervalMs === 0 ? null : `${userId} ${kind}`
  const row = await trx
    .insertInto('outbox')
    .values({
      user_id: userId,
      kind,
      type: notice.type,
      content,
      state: 'waiting',
      way: '',
      failure: '',
      attempts: isHeld ? 0 : 1,
      created_at: nowMs,
      next_at: notice.nextMs,
      open_key,
      contact_point_id: contactPointId,
    })
    .onConflict((conflict) => conflict.column('open_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) {
    await trx.updateTable('outbox').set({ content }).where('open_key', '=', open_key).execute()
  }
  return row
}

export interface LostNotice
  extends Pick<NewNotice, 'userId' | 'kind' | 'type' | 'content' | 'nowMs'> {
  readonly failure: string
  /** No second row of the kind within this time. */
  readonly intervalMs: number
}

/** Records what could not even be tried, or was tried once and is not tried again. */
export async function putLostNotice(trx: Kysely<Schema>, lost: LostNotice): Promise<void> {
  const { userId, kind, type, content, nowMs, failure, intervalMs } = lost
  const known = await trx
    .selectFrom('outbox')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('created_at', '>', nowMs - intervalMs)
    .executeTakeFirst()
  if (known !== undefined) return
  await trx
    .insertInto('outbox')
    .values({
      user_id: userId,
      kind,
      type,
      content,
      state: 'given_up',
      way: '',
      failure,
      attempts: 0,
      created_at: nowMs,
      done_at: nowMs,
    })
    .execute()
}

/** A claimed notice; no other process takes it before `next_at`, when its sender must have died. */
const CLAIMED = { state: 'waiting', done_at: null } as const

export interface Claim {
  readonly nowMs: number
  readonly untilMs: number
  readonly limit: number
}

/** Takes what is due, the longest overdue first; nobody else gets it before `untilMs`. */
export async function claimDueNotices(
  trx: Kysely<Schema>,
  { nowMs, untilMs, limit }: Claim,
): Promise<OutboxRow[]> {
  const due = await trx
    .selectFrom('outbox')
    .select(['id', 'next_at'])
    .where('next_at', '<=', nowMs)
    .orderBy('next_at')
    .limit(limit)
    .execute()
  const claimed: OutboxRow[] = []
  for (const { id, next_at } of due) {
    const row = await trx
      .updateTable('outbox')
      .set(({ eb }) => ({ ...CLAIMED, next_at: untilMs, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('next_at', '=', next_at)
      .returningAll()
      .executeTakeFirst()
    if (row !== undefined) claimed.push(row)
  }
  return claimed
}

interface OfContactPoint {
  readonly contactPointId: number
  readonly type: string
}

/** When those of a type that are held for a contact point are due; `undefined` for none. */
export async function heldUntil(
  trx: Kysely<Schema>,
  { contactPointId, type }: OfContactPoint,
): Promise<number | undefined> {
  const row = await trx
    .selectFrom('outbox')
    .select('next_at')
    .where('contact_point_id', '=', contactPointId)
    .where('type', '=', type)
    .where('attempts', '=', 0)
    .where('next_at', 'is not', null)
    .orderBy('next_at')
    .executeTakeFirst()
  return row?.next_at ?? undefined
}

/** Takes those of a type that are held for a contact point, whether they are due or not. */
export async function claimHeldNotices(
  trx: Kysely<Schema>,
  { contactPointId, type, untilMs, limit }: OfContactPoint & Omit<Claim, 'nowMs'>,
): Promise<OutboxRow[]> {
  const held = trx
    .selectFrom('outbox')
    .select('id')
    .where('contact_point_id', '=', contactPointId)
    .where('type', '=', type)
    .where('attempts', '=', 0)
    .where('next_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
  return await trx
    .updateTable('outbox')
    .set({ ...CLAIMED, next_at: untilMs, attempts: 1 })
    .where('id', 'in', held)
    .where('attempts', '=', 0)
    .returningAll()
    .execute()
}

/** Puts claimed ones back for later, as if they had not been tried. */
export async function postponeNotices(
  trx: Kysely<Schema>,
  ids: readonly number[],
  nextMs: number,
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set(({ eb }) => ({ ...CLAIMED, next_at: nextMs, attempts: eb('attempts', '-', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export async function findNotice(
  reader: Kysely<Schema>,
  id: number,
): Promise<OutboxRow | undefined> {
  return await reader.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Takes one that is as it was read; of parallel callers one gets it. */
export async function claimNotice(
  trx: Kysely<Schema>,
  { id, state }: OutboxRow,
  untilMs: number,
): Promise<OutboxRow | undefined> {
  return await trx
    .updateTable('outbox')
    .set(({ eb }) => ({ ...CLAIMED, next_at: untilMs, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', state)
    .returningAll()
    .executeTakeFirst()
}

/** Puts a claimed one back as it was, with what is known of the way and the failure now. */
export async function releaseNotice(
  trx: Kysely<Schema>,
  { id, state, next_at, done_at, attempts }: OutboxRow,
  tried: { readonly way: string; readonly failure: string },
): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ state, next_at, done_at, attempts, ...tried })
    .where('id', '=', id)
    .execute()
}

export async function noticeArrived(
  trx: Kysely<Schema>,
  { id, user_id, kind }: OutboxRow,
  { way, nowMs }: { readonly way: string; readonly nowMs: number },
): Promise<void> {
  const closed = { next_at: null, open_key: null, done_at: nowMs }
  await trx
    .updateTable('outbox')
    .set({ ...closed, state: 'sent', way, failure: '' })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('notices')
    .values({ user_id, kind, sent_at: nowMs })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ sent_at: nowMs }))
    .execute()
}

export interface FailedAttempt {
  readonly way: string
  readonly failure: string
  readonly nowMs: number
  /** `undefined` when nobody tries any more. */
  readonly nextMs: number | undefined
}

export async function noticeFailed(
  trx: Kysely<Schema>,
  id: number,
  { way, failure, nowMs, nextMs }: FailedAttempt,
): Promise<void> {
  const facts =
    nextMs === undefined
      ? { state: 'given_up', next_at: null, open_key: null, done_at: nowMs }
      : { state: 'failed', next_at: nextMs }
  await trx
    .updateTable('outbox')
    .set({ ...facts, way, failure })
    .where('id', '=', id)
    .execute()
}

export interface OutboxFilter {
  /** "" and `undefined` narrow nothing. */
  readonly state?: string | undefined
  readonly userId?: number | undefined
  /** The full name of the recipient. */
  readonly username?: string | undefined
}

type OutboxQuery<O> = SelectQueryBuilder<Schema, 'outbox', O>

function narrowed<O>(
  query: OutboxQuery<O>,
  { state = '', userId, username = '' }: OutboxFilter,
): OutboxQuery<O> {
  return query
    .$if(state !== '', (q) => q.where('state', '=', state))
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(username !== '', (q) =>
      q.where('user_id', 'in', (e) =>
        e.selectFrom('users').select('id').where('username', '=', username),
      ),
    )
}

/** Newest first unless another order is requested. */
export async function listOutbox(
  lists: Lists,
  filter: OutboxFilter,
  { limit, offset, order }: RowWindow<NoticeSort>,
): Promise<OutboxRow[]> {
  // They are numbered as they come.
  const column = order?.column === 'created_at' ? 'id' : order?.column
  const direction = order?.direction ?? 'desc'
  return await narrowed(lists.selectFrom('outbox').selectAll(), filter)
    .$if(column !== undefined, (q) => q.orderBy(column ?? 'id', direction))
    .$if(column !== 'id', (q) => q.orderBy('id', direction))
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countOutbox(lists: Lists, filter: OutboxFilter): Promise<number> {
  const counted = lists
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll<number | bigint | string>().as('count'))
  return Number((await narrowed(counted, filter).executeTakeFirstOrThrow()).count)
}

/** Takes one that did not arrive out of what is tried or needs somebody; false when it changed. */
export async function dismissNotice(
  trx: Kysely<Schema>,
  { id, state }: OutboxRow,
  nowMs: number,
): Promise<boolean> {
  const row = await trx
    .updateTable('outbox')
    .set({ state: 'dismissed', next_at: null, open_key: null, done_at: nowMs })
    .where('id', '=', id)
    .where('state', '=', state)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Removes some of what was closed before a time; returns how many. */
export async function removeClosedNotices(
  trx: Kysely<Schema>,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> {
  const old = trx.selectFrom('outbox').select('id').where('done_at', '<', beforeMs).limit(limit)
  const rows = await trx.deleteFrom('outbox').where('id', 'in', old).returning('id').execute()
  return rows.length
}
