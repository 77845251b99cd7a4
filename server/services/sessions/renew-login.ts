import type { Actor, ServiceDeps } from '../service-deps'
import { type Confirmation, confirmIdentity } from './confirm'
import { startSession } from './start'

export interface RenewLoginInput extends Confirmation {
  readonly ip: string
  readonly userAgent: string
  /** Id in the cookie: it ends when another takes its place. */
  readonly replacing: string | undefined
}

/**
 * Makes the login recent by the password, for what is asked next and carries no password of its
 * own, such as binding an account elsewhere. Returns the id of the new session; `undefined`
 * without a password, when the login is recent enough. Throws what `confirmIdentity` throws.
 */
export async function renewLogin(
  deps: ServiceDeps,
  actor: Actor,
  input: RenewLoginInput,
): Promise<string | undefined> {
  const { viewer, password = '', ip, userAgent, replacing } = input
  await confirmIdentity(deps, input)
  if (password === '') return undefined
  const { id: userId, username } = viewer.user
  const { factorAt } = viewer
  const session = { userId, username, ip, userAgent, replacing, factorAt }
  return (await startSession(deps, actor, session)).sessionId
}
