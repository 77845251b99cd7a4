/** What finished jobs have cost, as far as it can be given back. */
import type { Transaction } from 'kysely'
import type { Schema } from '../schema'

export type JobTableName = 'midjourneys' | 'tasks'

type Trx = Transaction<Schema>

interface NamedJob {
  readonly table: JobTableName
  /** As clients know it. */
  readonly id: string
}

export interface JobOwner {
  readonly userId: number
  /** `undefined` for none, and for jobs of which only the row that people see remains. */
  readonly tokenId: number | undefined
  readonly isOver: boolean
}

const ENDED: readonly string[] = ['SUCCESS', 'FAILURE']

export async function jobOwner(trx: Trx, { table, id }: NamedJob): Promise<JobOwner | undefined> {
  const row =
    table === 'tasks'
      ? await trx
          .selectFrom('tasks')
          .select(['user_id', 'status'])
          .where('task_id', '=', id)
          .executeTakeFirst()
      : await trx
          .selectFrom('midjourneys')
          .select(['user_id', 'status'])
          .where('mj_id', '=', id)
          .executeTakeFirst()
  if (row === undefined) return undefined
  const job = await trx
    .selectFrom('jobs')
    .select('token_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const tokenId = job === undefined || job.token_id === 0 ? undefined : job.token_id
  return { userId: row.user_id, tokenId, isOver: ENDED.includes(row.status) }
}

/** The credits that it has cost until now; 0 when somebody else was first. */
export async function clearJobCost(trx: Trx, { table, id }: NamedJob): Promise<number> {
  const credits = await costOf(trx, { table, id })
  if (credits <= 0) return 0
  const { numUpdatedRows } =
    table === 'tasks'
      ? await trx
          .updateTable('tasks')
          .set({ quota: 0 })
          .where('task_id', '=', id)
          .where('quota', '=', credits)
          .executeTakeFirst()
      : await trx
          .updateTable('midjourneys')
          .set({ quota: 0 })
          .where('mj_id', '=', id)
          .where('quota', '=', credits)
          .executeTakeFirst()
  if (numUpdatedRows === 0n) return 0
  await trx.updateTable('jobs').set({ quota: 0 }).where('id', '=', id).execute()
  return credits
}

async function costOf(trx: Trx, { table, id }: NamedJob): Promise<number> {
  const row =
    table === 'tasks'
      ? await trx.selectFrom('tasks').select('quota').where('task_id', '=', id).executeTakeFirst()
      : await trx
          .selectFrom('midjourneys')
          .select('quota')
          .where('mj_id', '=', id)
          .executeTakeFirst()
  return row?.quota ?? 0
}
