import { deleteSession, listSessions } from '../../../db/tables/sessions'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { createSession, SESSION_ID_LENGTH, sessionKey } from '../session'
import { transact, type Work } from '../work'

export interface StartSessionInput {
  readonly userId: number
  readonly username: string
  readonly ip: string
  readonly userAgent: string
  /** Id in the cookie that came with the request: it ends, so that no id outlives a login. */
  readonly replacing?: string | undefined
}

/** Sessions that one user may have; the ones seen longest ago give way. */
const MAX_SESSIONS = 50

/** Signs a user in, whoever has proved that it is this one. Returns the id for the cookie. */
export async function startSession(
  deps: ServiceDeps,
  actor: Actor,
  input: StartSessionInput,
): Promise<string> {
  const { userId, username } = input
  const asUser: Actor = { ...actor, kind: 'user', id: userId, name: username }
  return await transact(deps, asUser, (work) => openSession(work, input))
}

/** In a transaction under way. */
export async function openSession(work: Work, input: StartSessionInput): Promise<string> {
  const { trx, clock, random } = work
  const { userId, ip, userAgent, replacing } = input
  if (replacing !== undefined) await deleteSession(trx, sessionKey(replacing))
  const others = await listSessions(trx, userId)
  for (const { id } of others.slice(MAX_SESSIONS - 1)) await deleteSession(trx, id)
  const id = random.text(SESSION_ID_LENGTH, ALPHANUMERIC)
  await createSession({ reader: trx, writer: trx, clock }, { id, userId, ip, userAgent })
  await recordAudit(work, {
    action: 'session.start',
    target: `user:${userId}`,
    after: { ip, user_agent: userAgent },
  })
  return id
}
