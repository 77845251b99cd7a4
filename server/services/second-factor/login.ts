/** The second step of a login, and the second factor required once more. */
import { findSession, type SessionWithUser } from '../../../db/tables/sessions'
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import type { Actor, ServiceDeps } from '../service-deps'
import { sessionKey } from '../session'
import type { SignedIn } from '../sessions/login'
import { startSession } from '../sessions/start'
import { toUserView } from '../users/view'
import { transact } from '../work'
import type { CodeOfViewer } from './app'
import { factorProved } from './changes'
import { proveByCode } from './prove'

export interface SecondStep {
  /** In the cookie: of the login that waits. */
  readonly sessionId: string | undefined
  readonly ip: string
  readonly userAgent: string
}

/** Who has given the password; throws `login.pending_over` when nobody has, or too long ago. */
export async function pendingUser(
  deps: ServiceDeps,
  sessionId: string | undefined,
): Promise<UserRow> {
  const found = sessionId && (await findSession(deps.db.reader, sessionKey(sessionId)))
  if (!found || !isWaiting(found, deps.clock.nowMs())) throw new GatewayError('login.pending_over')
  const { user } = found
  if (user?.status !== USER_STATUS.enabled) throw new GatewayError('login.pending_over')
  return user
}

function isWaiting({ session }: SessionWithUser, nowMs: number): boolean {
  return session.pending === 1 && session.expires_at > nowMs
}

/** Throws `login.pending_over` and what `proveByCode` throws. */
export async function logInByCode(
  deps: ServiceDeps,
  actor: Actor,
  { code, ...step }: SecondStep & { readonly code: string },
): Promise<SignedIn> {
  const user = await pendingUser(deps, step.sessionId)
  await proveByCode(deps, actor, { userId: user.id, code })
  return await enterProved(deps, actor, { user, step })
}

/** A new session takes the place of the one that waited, if there was one. */
export async function enterProved(
  deps: ServiceDeps,
  actor: Actor,
  { user, step }: { readonly user: UserRow; readonly step: SecondStep },
): Promise<SignedIn> {
  const { sessionId: replacing, ip, userAgent } = step
  const { id: userId, username } = user
  const factorAt = deps.clock.nowMs()
  const session = { userId, username, ip, userAgent, replacing, factorAt }
  return { ...(await startSession(deps, actor, session)), user: toUserView(user) }
}

/** Makes the second factor of the own session fresh. Throws what `proveByCode` throws. */
export async function verifyByCode(
  deps: ServiceDeps,
  actor: Actor,
  { viewer, code }: CodeOfViewer,
): Promise<void> {
  if (viewer.secondFactor === 'none') throw new GatewayError('second_factor.none')
  await proveByCode(deps, actor, { userId: viewer.user.id, code })
  await transact(deps, actor, (work) => factorProved(work, viewer.sessionKey))
}
