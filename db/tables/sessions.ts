import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { Schema } from '../schema'
import type { SessionsTable } from '../schema/identities'
import { inCommits } from '../slices'
import { factorsOf } from './second-factors'
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
  /** Whether the user has a second factor. */
  readonly hasFactor: boolean
}

export async function findSession(
  reader: Kysely<Schema>,
  id: string,
): Promise<SessionWithUser | undefined> {
  const found = await reader
    .selectFrom('sessions')
    .selectAll()
    .select(factorsOf('sessions.user_id').as('factors'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { factors, ...session } = found
  const user = await findUser(reader, session.user_id)
  const living = user?.deleted_at === null ? user : undefined
  return { session, user: living, hasFactor: Number(factors) > 0 }
}

/** The latest seen first; with those that wait for a second factor. */
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
  change: Pick<Updateable<SessionsTable>, 'expires_at' | 'last_seen_at' | 'factor_at'>,
): Promise<void> {
  await writer.updateTable('sessions').set(change).where('id', '=', id).execute()
}

export interface ProviderLogin {
  readonly provider: string
  /** Whom the provider calls so; "" for whoever has the session. */
  readonly subject: string
  /** "" for all sessions of the subject. */
  readonly session: string
}

/** Ends the logins that came of one there; returns whose they were. */
export async function endProviderSessions(
  writer: Kysely<Schema>,
  { provider, subject, session }: ProviderLogin,
): Promise<readonly number[]> {
  if (provider === '' || (subject === '' && session === '')) return []
  const rows = await writer
    .deleteFrom('sessions')
    .where('provider', '=', provider)
    .$if(subject !== '', (query) => query.where('provider_subject', '=', subject))
    .$if(session !== '', (query) => query.where('provider_session', '=', session))
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
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
