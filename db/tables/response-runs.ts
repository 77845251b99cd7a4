/** Answers that are made in the background: who makes them, and what their streams said. */
import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely'
import type { Db } from '../db'
import type { Schema } from '../schema'
import { silentBefore } from './nodes'
import { insertStoredResponses, type StoredResponseRow } from './stored-responses'

/** The run and what can be read of it from now on. */
export async function insertRun(
  trx: Transaction<Schema>,
  row: StoredResponseRow,
  node: string,
): Promise<void> {
  await insertStoredResponses(trx, [row])
  const { user_id, id } = row
  await trx.insertInto('response_runs').values({ user_id, id, node, events: '' }).execute()
}

export type RunChange = Pick<StoredResponseRow, 'user_id' | 'id' | 'response' | 'characters'>

/** An answer that was deleted meanwhile stays so. */
export async function changeRun(
  trx: Transaction<Schema>,
  { user_id, id, response, characters }: RunChange,
): Promise<void> {
  await trx
    .updateTable('stored_responses')
    .set({ response, characters })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

export async function endRun(
  trx: Transaction<Schema>,
  change: RunChange,
  events: string,
): Promise<void> {
  await changeRun(trx, change)
  await trx
    .updateTable('response_runs')
    .set({ node: '', events })
    .where('user_id', '=', change.user_id)
    .where('id', '=', change.id)
    .execute()
}

/** `undefined` for an answer that was not made in the background. */
export async function findRun(
  reader: Kysely<Schema>,
  userId: number,
  id: string,
): Promise<{ readonly node: string; readonly events: string } | undefined> {
  return await reader
    .selectFrom('response_runs')
    .select(['node', 'events'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export interface DeadRunsQuestion {
  readonly nowMs: number
  /** This process has just begun: what runs in its name was begun by the one before it. */
  readonly isStart: boolean
  readonly limit: number
}

/** Answers whose makers are gone. */
export async function deadRuns(
  db: Db,
  { nowMs, isStart, limit }: DeadRunsQuestion,
): Promise<StoredResponseRow[]> {
  return await db.reader
    .selectFrom('response_runs')
    .innerJoin('stored_responses', (join) =>
      join
        .onRef('stored_responses.user_id', '=', 'response_runs.user_id')
        .onRef('stored_responses.id', '=', 'response_runs.id'),
    )
    .selectAll('stored_responses')
    .where('response_runs.node', '<>', '')
    .where((row) => isGone(row, db, { nowMs, isStart }))
    .limit(limit)
    .execute()
}

function isGone(
  row: ExpressionBuilder<Schema, 'response_runs' | 'stored_responses'>,
  db: Db,
  { nowMs, isStart }: Pick<DeadRunsQuestion, 'nowMs' | 'isStart'>,
): Expression<SqlBool> {
  const isSilent = row.and([
    row('response_runs.node', '<>', db.node),
    row('response_runs.node', 'not in', (query) =>
      query.selectFrom('nodes').select('id').where('beat_at', '>=', silentBefore(db, nowMs)),
    ),
  ])
  return isStart ? row.or([row('response_runs.node', '=', db.node), isSilent]) : isSilent
}
