import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  findSession,
  listSessions,
} from '../../../db/tables/sessions'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'

/** Characters of a session's key that name it in lists. */
const SHOWN_KEY_LENGTH = 16

export interface SessionView {
  readonly id: string
  readonly current: boolean
  readonly ip: string
  readonly user_agent: string
  readonly created_at: number
  readonly last_seen_at: number
  readonly expires_at: number
}

export interface OwnSessions {
  readonly userId: number
  /** Key of the session that asks; "" for none. */
  readonly currentKey: string
}

/** The latest first. */
export async function listOwnSessions(
  deps: ServiceDeps,
  { userId, currentKey }: OwnSessions,
): Promise<SessionView[]> {
  const nowMs = deps.clock.nowMs()
  const rows = await listSessions(deps.db.reader, userId)
  return rows
    .filter(({ expires_at, pending }) => expires_at > nowMs && pending === 0)
    .map(({ id, ip, user_agent, created_at, last_seen_at, expires_at }) => ({
      ...{ ip, user_agent, created_at, last_seen_at, expires_at },
      id: id.slice(0, SHOWN_KEY_LENGTH),
      current: id === currentKey,
    }))
}

/** Logging out: ends the session with this key. Returns by which provider it came; "" for none. */
export async function endSession(deps: ServiceDeps, actor: Actor, key: string): Promise<string> {
  return await transact(deps, actor, async (work) => {
    const found = await findSession(work.trx, key)
    await deleteSession(work.trx, key)
    await recordAudit(work, { action: 'session.end', target: `user:${actor.id}` })
    return found?.session.provider ?? ''
  })
}

/** Ends one of the actor's own sessions, by its id in the list. */
export async function revokeSession(deps: ServiceDeps, actor: Actor, id: string): Promise<void> {
  await transact(deps, actor, (work) => endListed(work, actor.id, id))
}

/** In the caller's transaction, which knows that the actor may do this to the user. */
export async function endListed(work: Work, userId: number, id: string): Promise<void> {
  const rows = await listSessions(work.trx, userId)
  const row = rows.find((candidate) => candidate.id.slice(0, SHOWN_KEY_LENGTH) === id)
  if (row === undefined) throw new GatewayError('session.not_found')
  await deleteSession(work.trx, row.id)
  await recordAudit(work, {
    action: 'session.revoke',
    target: `user:${userId}`,
    before: { ip: row.ip, user_agent: row.user_agent },
  })
}

/** Ends every session of the actor but one; returns how many. */
export async function revokeOtherSessions(
  deps: ServiceDeps,
  actor: Actor,
  currentKey: string,
): Promise<number> {
  return await transact(deps, actor, async (work) => {
    const count = await deleteSessionsOf(work.trx, actor.id, currentKey)
    await recordAudit(work, {
      action: 'session.revoke_others',
      target: `user:${actor.id}`,
      before: { count },
    })
    return count
  })
}

/** For a job: returns how many sessions had expired. */
export async function purgeSessions(deps: ServiceDeps): Promise<number> {
  return await deleteExpiredSessions(deps.db.kysely, deps.clock.nowMs())
}
