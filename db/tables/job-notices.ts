/** Ended jobs whose users are still to be notified, at the addresses that they gave. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from '../schema'
import { type JobClaim, type JobRow, soonestMs } from './jobs'

/** When the next user is to be notified; `undefined` when all have been. */
export async function nextNoticeMs(reader: Kysely<Schema>): Promise<number | undefined> {
  return await soonestMs(reader, 'notify_at')
}

/** Ended jobs whose users are to be notified now. */
export async function claimJobNotices(
  trx: Transaction<Schema>,
  { nowMs, limit, untilMs }: JobClaim,
): Promise<JobRow[]> {
  const due = await trx
    .selectFrom('jobs')
    .select('id')
    .where('notify_at', '>', 0)
    .where('notify_at', '<=', nowMs)
    .orderBy('notify_at')
    .limit(limit)
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return []
  return await trx
    .updateTable('jobs')
    .set({ notify_at: untilMs, notified: sql<number>`notified + 1` })
    .where('id', 'in', ids)
    .where('notify_at', '<=', nowMs)
    .returningAll()
    .execute()
}

/** 0 when there is nothing more to tell. */
export async function setJobNotice(
  trx: Transaction<Schema>,
  id: string,
  notifyAt: number,
): Promise<void> {
  await trx.updateTable('jobs').set({ notify_at: notifyAt }).where('id', '=', id).execute()
}
