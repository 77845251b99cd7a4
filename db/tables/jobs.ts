/** Jobs, and the rows in which people see them: both are always written together. */
import { type Kysely, type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import { JOB_FAMILY_ROWS, type JobFamily } from '../../server/domain/jobs/families'
import type { JobState } from '../../server/domain/jobs/states'
import { type Cursor, isBehind } from '../cursor'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { JobsTable, MidjourneysTable, TasksTable } from '../schema/jobs'

export type JobRow = Selectable<JobsTable>
type Trx = Transaction<Schema>

/** How people see a job, in the columns of its family's table. */
export type SeenJob =
  | { readonly table: 'midjourneys'; readonly row: Updateable<MidjourneysTable> }
  | { readonly table: 'tasks'; readonly row: Updateable<TasksTable> }

export type NewSeenJob =
  | { readonly table: 'midjourneys'; readonly row: Omit<Selectable<MidjourneysTable>, 'id'> }
  | { readonly table: 'tasks'; readonly row: Omit<Selectable<TasksTable>, 'id'> }

export async function insertJob(trx: Trx, job: JobRow, seen: NewSeenJob): Promise<void> {
  await trx.insertInto('jobs').values(job).execute()
  if (seen.table === 'tasks') await trx.insertInto('tasks').values(seen.row).execute()
  else await trx.insertInto('midjourneys').values(seen.row).execute()
}

/** Changes one that has not ended; false when it has, or when there is none. */
export async function updateJob(
  trx: Trx,
  id: string,
  { job, seen }: { readonly job: Updateable<JobsTable>; readonly seen: SeenJob },
): Promise<boolean> {
  const changed = await trx
    .updateTable('jobs')
    .set(job)
    .where('id', '=', id)
    .where('ended_at', '=', 0)
    .returning('id')
    .executeTakeFirst()
  if (changed === undefined) return false
  if (seen.table === 'tasks') {
    await trx.updateTable('tasks').set(seen.row).where('task_id', '=', id).execute()
  } else await trx.updateTable('midjourneys').set(seen.row).where('mj_id', '=', id).execute()
  return true
}

/** Deletes a job and the row in which people see it. */
export async function deleteJob(
  trx: Trx,
  { id, family }: { readonly id: string; readonly family: JobFamily },
): Promise<void> {
  await trx.deleteFrom('jobs').where('id', '=', id).execute()
  if (JOB_FAMILY_ROWS[family].table === 'tasks') {
    await trx.deleteFrom('tasks').where('task_id', '=', id).execute()
  } else await trx.deleteFrom('midjourneys').where('mj_id', '=', id).execute()
}

/** Deletes a job; the row in which people see it stays. */
export async function forgetJob(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('jobs').where('id', '=', id).execute()
}

export interface Twinned {
  readonly id: string
  readonly channelId: number
  readonly upstreamId: string
  /** The job that this one continues, which may have the same id at the provider. */
  readonly goesOnFrom?: string | undefined
}

/** Another open job of the channel that has the provider's id already. */
export async function hasTwin(
  trx: Trx,
  { id, channelId, upstreamId, goesOnFrom = id }: Twinned,
): Promise<boolean> {
  const twin = await trx
    .selectFrom('jobs')
    .select('id')
    .where('channel_id', '=', channelId)
    .where('upstream_id', '=', upstreamId)
    .where('id', 'not in', [id, goesOnFrom])
    .where('ended_at', '=', 0)
    .executeTakeFirst()
  return twin !== undefined
}

/** Open jobs with this id at their provider, on any channel. */
export async function jobsByUpstream(
  reader: Kysely<Schema>,
  { family, upstreamId }: { readonly family: JobFamily; readonly upstreamId: string },
): Promise<JobRow[]> {
  return await reader
    .selectFrom('jobs')
    .selectAll()
    .where('poll_at', '>', 0)
    .where('upstream_id', '=', upstreamId)
    .where('family', '=', family)
    .limit(MOST_TWINS)
    .execute()
}

/** Channels are separate accounts, which may give different jobs one id; more are not read. */
const MOST_TWINS = 4

export async function findJobs(
  reader: Kysely<Schema>,
  userId: number,
  ids: readonly string[],
): Promise<JobRow[]> {
  if (ids.length === 0) return []
  return await reader
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
}

export async function jobById(reader: Kysely<Schema>, id: string): Promise<JobRow | undefined> {
  return await reader.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function jobByHook(reader: Kysely<Schema>, hook: string): Promise<JobRow | undefined> {
  if (hook === '') return undefined
  return await reader.selectFrom('jobs').selectAll().where('hook', '=', hook).executeTakeFirst()
}

export interface JobPage extends Cursor {
  readonly userId: number
  readonly family: JobFamily
}

export async function pageOfJobs(
  reader: Kysely<Schema>,
  { userId, family, ...cursor }: JobPage,
): Promise<JobRow[]> {
  const { limit, order } = cursor
  return await reader
    .selectFrom('jobs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('family', '=', family)
    .where(isBehind(cursor))
    .orderBy('created_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
}

export interface JobClaim {
  readonly nowMs: number
  readonly limit: number
  /** End of the claim, unless the claimer gives it back or extends it before. */
  readonly untilMs: number
}

/**
 * Jobs whose provider is to be polled now. A claim is a later turn: if this process dies, the jobs
 * come due again by themselves. PostgreSQL passes over rows that another node is claiming, SQLite
 * has one writer at a time.
 */
export async function claimDueJobs(
  trx: Trx,
  { nowMs, limit, untilMs }: JobClaim,
  engine: 'sqlite' | 'postgres',
): Promise<JobRow[]> {
  const due = await trx
    .selectFrom('jobs')
    .select(['id', 'poll_at'])
    .where('poll_at', '>', 0)
    .where('poll_at', '<=', nowMs)
    .orderBy('poll_at')
    .limit(limit)
    .$if(engine === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute()
  const claimed: JobRow[] = []
  for (const { id, poll_at } of due) {
    const row = await claimAt(trx, id, { pollAt: poll_at, nowMs, untilMs })
    if (row !== undefined) claimed.push(row)
  }
  return claimed
}

/** One that a client asks about; `undefined` while its claim is taken or it rests. */
export async function claimJob(
  trx: Trx,
  row: Pick<JobRow, 'id' | 'poll_at'>,
  { nowMs, untilMs }: Pick<JobClaim, 'nowMs' | 'untilMs'>,
): Promise<JobRow | undefined> {
  return await claimAt(trx, row.id, { pollAt: row.poll_at, nowMs, untilMs })
}

async function claimAt(
  trx: Trx,
  id: string,
  { pollAt, nowMs, untilMs }: Pick<JobClaim, 'nowMs' | 'untilMs'> & { readonly pollAt: number },
): Promise<JobRow | undefined> {
  return await trx
    .updateTable('jobs')
    .set({ poll_at: untilMs, claimed_until: untilMs, polls: sql<number>`polls + 1` })
    .where('id', '=', id)
    .where('poll_at', '=', pollAt)
    .where('claimed_until', '<=', nowMs)
    .where('ended_at', '=', 0)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a claim back: the job is due again at `pollAt`, and not claimed before `restUntil`. */
export async function restJob(
  trx: Trx,
  id: string,
  { pollAt, restUntil }: { readonly pollAt: number; readonly restUntil: number },
): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ poll_at: pollAt, claimed_until: restUntil })
    .where('id', '=', id)
    .where('ended_at', '=', 0)
    .execute()
}

/** When the next provider is to be polled; `undefined` when nothing runs. */
export async function nextJobMs(reader: Kysely<Schema>): Promise<number | undefined> {
  return await soonestMs(reader, 'poll_at')
}

interface UnfinishedJobs {
  readonly state: JobState
  readonly count: number
  /** Epoch ms. */
  readonly oldestMs: number
}

export async function unfinishedJobs(lists: Lists): Promise<readonly UnfinishedJobs[]> {
  const rows = await lists
    .selectFrom('jobs')
    .select((e) => [
      'state',
      e.fn.countAll<number>().as('count'),
      e.fn.min('created_at').as('oldest_ms'),
    ])
    .where('ended_at', '=', 0)
    .groupBy('state')
    .execute()
  return rows.map(({ state, count, oldest_ms }) => ({
    state,
    count: Number(count),
    oldestMs: Number(oldest_ms),
  }))
}

/** The soonest of the times in a column; 0 in it is none. */
export async function soonestMs(
  reader: Kysely<Schema>,
  column: 'poll_at' | 'notify_at',
): Promise<number | undefined> {
  const row = await reader
    .selectFrom('jobs')
    .select(`${column} as at_ms`)
    .where(column, '>', 0)
    .orderBy(column)
    .limit(1)
    .executeTakeFirst()
  return row?.at_ms
}

/** What this process was submitting in its last life, or a dead one was: no answer comes. */
export async function dueSubmissions(trx: Trx, node: string, nowMs: number): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ poll_at: nowMs, claimed_until: 0 })
    .where('state', '=', 'submitting')
    .where((row) =>
      row.or([
        row('node', '=', node),
        row('node', 'not in', (query) => query.selectFrom('nodes').select('id')),
      ]),
    )
    .where('poll_at', '>', 0)
    .execute()
}

/** Forgets results that are past their end, some at a time; returns how many. */
export async function sweepJobs(trx: Trx, nowMs: number, limit: number): Promise<number> {
  const past = await trx
    .selectFrom('jobs')
    .select('id')
    .where('expires_at', '>', 0)
    .where('expires_at', '<', nowMs)
    .where('ended_at', '>', 0)
    .limit(limit)
    .execute()
  const ids = past.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('jobs').where('id', 'in', ids).execute()
  return ids.length
}
