import type { Kysely } from 'kysely'
import type { Schema } from '../schema'
import type { UserRow } from './users'

export interface NoticeSlot {
  readonly userId: number
  readonly kind: string
  readonly nowMs: number
  /** Least time since the last notice of this kind. */
  readonly intervalMs: number
}

/** Takes the right to tell a user now. Of parallel callers, in any process, one gets true. */
export async function takeNoticeSlot(trx: Kysely<Schema>, slot: NoticeSlot): Promise<boolean> {
  const { userId, kind, nowMs, intervalMs } = slot
  const row = await trx
    .insertInto('notices')
    .values({ user_id: userId, kind, sent_at: nowMs })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind'])
        .doUpdateSet({ sent_at: nowMs })
        .where('notices.sent_at', '<=', nowMs - intervalMs),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Who runs the service: the first living super administrator. */
export async function findRoot(reader: Kysely<Schema>): Promise<UserRow | undefined> {
  return await reader
    .selectFrom('users')
    .selectAll()
    .where('role', '>=', 100)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}
