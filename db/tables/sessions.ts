import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Schema, SessionsTable } from '../schema'
import { inCommits } from '../slices'
import { findUser, type UserRow } from './users'

export type SessionRow = Selectable<SessionsTable>

export async function insertSession(
  writer: Kysely<Schema>,
  session: Insertable<SessionsTable>,
): Promise<void> {
  await writer.insertInto('sessions').values(session).execute()
}

export interface SessionWithUser {
  readonly session: SessionRow
  /** `undefined` for a deleted one. */
  readonly user: UserRow | undefined
}

export async function findSession(
  reader: Kysely<Schema>,
  id: string,
): Promise<SessionWithUser | undefined> {
  const session = await reader
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (session === undefined) return undefined
  const user = await findUser(reader, session.user_id)
  return { session, user: user?.deleted_at === null ? user : undefined }
}

/** The latest seen first. */
export async function listSessions(reader: Kysely<Schema>, userId: number): Promise<SessionRow[]> {
  return await reader
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export async function updateSession(
  writer: Kysely<Schema>,
  id: string,
  change: { readonly expires_at?: number; readonly last_seen_at?: number },
): Promise<void> {
  await writer.updateTable('sessions').set(change).where('id', '=', id).execute()
}

export async function deleteSession(writer: Kysely<Schema>, id: string): Promise<void> {
  await writer.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Returns how many there were. `keep` spares one of them. */
export async function deleteSessionsOf(
  writer: Kysely<Schema>,
  userId: number,
  keep?: string,
): Promise<number> {
  const rows = await writer
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(keep !== undefined, (query) => query.where('id', '<>', keep ?? ''))
    .returning('id')
    .execute()
  return rows.length
}

/** Returns how many there were. */
export async function deleteExpiredSessions(
  writer: Kysely<Schema>,
  nowMs: number,
): Promise<number> {
  return await inCommits(async (limit) => {
    const rows = await writer
      .deleteFrom('sessions')
      .where('id', 'in', (e) =>
        e.selectFrom('sessions').select('id').where('expires_at', '<=', nowMs).limit(limit),
      )
      .returning('id')
      .execute()
    return rows.length
  })
}
