import { secondFactorsOf } from '../../../db/tables/second-factors'
import { deleteSession, findSession, listSessions } from '../../../db/tables/sessions'
import { ALPHANUMERIC } from '../../random'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import {
  createSession,
  LOCAL_OPERATOR,
  SESSION_ID_LENGTH,
  type SessionOrigin,
  sessionKey,
} from '../session'
import { requirePerson } from '../users/guards'
import { transact, type Work } from '../work'

export interface StartSessionInput {
  readonly userId: number
  readonly username: string
  readonly ip: string
  readonly userAgent: string
  /** Id in the cookie that came with the request: it ends, so that no id outlives a login. */
  readonly replacing?: string | undefined
  /** When the second factor was proved, epoch milliseconds; absent when it was not. */
  readonly factorAt?: number | undefined
  /** Where the login came from, when it was another service. */
  readonly origin?: SessionOrigin | undefined
}

export interface StartedSession {
  /** For the cookie. */
  readonly sessionId: string
  /** It lets nobody in until the second factor is proved. */
  readonly isPending: boolean
}

/** Sessions that one user may have; the ones seen longest ago give way. */
const MAX_SESSIONS = 50

/** Signs a user in, whoever has proved that it is this one. */
export async function startSession(
  deps: ServiceDeps,
  actor: Actor,
  input: StartSessionInput,
): Promise<StartedSession> {
  const { userId, username } = input
  const asUser: Actor = { ...actor, kind: 'user', id: userId, name: username }
  return await transact(deps, asUser, (work) => openSession(work, input))
}

/** In a transaction under way. */
export async function openSession(work: Work, input: StartSessionInput): Promise<StartedSession> {
  const { trx, clock, random } = work
  const { userId, ip, userAgent, replacing, factorAt } = input
  const origin = input.origin ?? (await originOf(trx, { userId, replacing }))
  await requirePerson(trx, userId)
  if (replacing !== undefined) await deleteSession(trx, sessionKey(replacing))
  const isPending = factorAt === undefined && (await waits(work, input))
  // Whoever knows the password alone must not be able to sign its owner out.
  const alike = (await listSessions(trx, userId)).filter(
    ({ pending }) => (pending === 1) === isPending,
  )
  for (const { id } of alike.slice(MAX_SESSIONS - 1)) await deleteSession(trx, id)
  const sessionId = random.text(SESSION_ID_LENGTH, ALPHANUMERIC)
  await createSession(
    { reader: trx, writer: trx, clock },
    { id: sessionId, userId, ip, userAgent, factorAt: factorAt ?? 0, isPending, origin },
  )
  // Only a whole login is one.
  if (!isPending) {
    await recordAudit(work, {
      action: 'session.start',
      target: `user:${userId}`,
      after: { ip, user_agent: userAgent },
    })
  }
  return { sessionId, isPending }
}

/** Of the login that waited for its second step, or that is proved again. */
async function originOf(
  trx: Work['trx'],
  { userId, replacing }: Pick<StartSessionInput, 'userId' | 'replacing'>,
): Promise<SessionOrigin | undefined> {
  const found = replacing && (await findSession(trx, sessionKey(replacing)))
  if (!found || found.session.user_id !== userId || found.session.provider === '') return undefined
  const { provider, provider_subject: subject, provider_session: session } = found.session
  return { provider, subject, session }
}

/** Whoever opens the database itself could take the second factor off. */
async function waits({ trx }: Work, { userId, ip }: StartSessionInput): Promise<boolean> {
  if (ip === LOCAL_OPERATOR) return false
  return (await secondFactorsOf(trx, userId)).some(({ active }) => active === 1)
}
