/** Answers that are stored here for their users, and the lines that they stand in. */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Lists } from '../lists'
import type { Schema } from '../schema'
import type { StoredResponsesTable } from '../schema/stored-responses'

export type StoredResponseRow = Selectable<StoredResponsesTable>

/** By its name alone. */
export async function findStoredResponse(
  reader: Kysely<Schema>,
  { userId, id, nowMs }: Omit<LineQuestion, 'bounds'>,
): Promise<StoredResponseRow | undefined> {
  return await reader
    .selectFrom('stored_responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst()
}

/** A conversation of more is not gone on with: none of it is read then. */
export interface LineBounds {
  readonly turns: number
  readonly characters: number
}

/** What is known already stays as it is. */
export async function insertStoredResponses(
  trx: Transaction<Schema>,
  rows: readonly StoredResponseRow[],
): Promise<void> {
  await trx
    .insertInto('stored_responses')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
}

interface LineQuestion {
  readonly userId: number
  readonly id: string
  readonly nowMs: number
  readonly bounds: LineBounds
}

/** The answer and those before it, the newest first, as far as they are there. */
export async function lineOfStored(
  lists: Lists,
  { userId, id, nowMs, bounds }: LineQuestion,
): Promise<StoredResponseRow[]> {
  return await lists
    .withRecursive('line(id, previous_id, turn, total)', (db) =>
      db
        .selectFrom('stored_responses')
        .select(['id', 'previous_id', sql<number>`1`.as('turn'), 'characters as total'])
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .unionAll(
          db
            .selectFrom('line')
            .innerJoin('stored_responses as before', 'before.id', 'line.previous_id')
            .select([
              'before.id',
              'before.previous_id',
              sql<number>`line.turn + 1`.as('turn'),
              sql<number>`line.total + before.characters`.as('total'),
            ])
            .where('before.user_id', '=', userId)
            .where('line.turn', '<', bounds.turns)
            .where('line.total', '<', bounds.characters),
        ),
    )
    .selectFrom('line')
    .innerJoin('stored_responses', 'stored_responses.id', 'line.id')
    .selectAll('stored_responses')
    .where('stored_responses.user_id', '=', userId)
    .where('stored_responses.expires_at', '>', nowMs)
    .orderBy('line.turn')
    .execute()
}

export async function deleteStoredResponse(
  trx: Transaction<Schema>,
  userId: number,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom('stored_responses')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  await trx.deleteFrom('response_runs').where('user_id', '=', userId).where('id', '=', id).execute()
}

/** Of a user who is removed. */
export async function deleteStoredResponsesOf(
  trx: Transaction<Schema>,
  userId: number,
): Promise<void> {
  await trx.deleteFrom('stored_responses').where('user_id', '=', userId).execute()
  await trx.deleteFrom('response_runs').where('user_id', '=', userId).execute()
}

/** Forgets what is past its end, some at a time; returns how many. */
export async function sweepStoredResponses(
  trx: Transaction<Schema>,
  nowMs: number,
  limit: number,
): Promise<number> {
  const past = await trx
    .selectFrom('stored_responses')
    .select(['user_id', 'id'])
    .where('expires_at', '<=', nowMs)
    .limit(limit)
    .execute()
  for (const { user_id, id } of past) await deleteStoredResponse(trx, user_id, id)
  return past.length
}

export interface StoredBounds {
  readonly answers: number
  readonly characters: number
}

/** Users who have more than the bounds, with what they have. */
export async function storedBeyond(
  lists: Lists,
  { answers, characters }: StoredBounds,
): Promise<{ readonly user_id: number; readonly answers: number; readonly characters: number }[]> {
  const count = sql<number>`count(*)`
  const sum = sql<number>`sum(characters)`
  return await lists
    .selectFrom('stored_responses')
    .select(['user_id', count.as('answers'), sum.as('characters')])
    .groupBy('user_id')
    .having((row) => row.or([row(count, '>', answers), row(sum, '>', characters)]))
    .execute()
}

/** The user's oldest, which go first. */
export async function oldestStored(
  lists: Lists,
  userId: number,
  limit: number,
): Promise<{ readonly id: string; readonly characters: number }[]> {
  return await lists
    .selectFrom('stored_responses')
    .select(['id', 'characters'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}
