/** What users do to their own account. */
import { findUser, type UserChange, type UserRow, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { confirmIdentity } from '../sessions/confirm'
import type { Viewer } from '../sessions/identify'
import { openSession } from '../sessions/start'
import { displayNameOf, passwordOf, usernameOf } from '../users/fields'
import { requireFreeName } from '../users/guards'
import { lockOut } from '../users/lock-out'
import { hashPassword } from '../users/passwords'
import { removing } from '../users/remove'
import { transact, type Work } from '../work'

export interface OwnChange {
  readonly viewer: Viewer
  /** Blank fields stay as they are. */
  readonly username?: string | undefined
  readonly display_name?: string | undefined
  readonly password?: string | undefined
  /** The current one, required with a new one unless the login is recent. */
  readonly original_password?: string | undefined
  readonly ip: string
  readonly userAgent: string
}

/**
 * A new password ends every sign-in and the access token. Returns the id of the sign-in that
 * takes the place of the asking one; `undefined` when they stay as they are.
 */
export async function setOwnAccount(
  deps: ServiceDeps,
  actor: Actor,
  input: OwnChange,
): Promise<string | undefined> {
  const { viewer, password = '', original_password } = input
  if (password !== '') await confirmIdentity(deps, { viewer, password: original_password })
  const password_hash = password === '' ? undefined : await hashPassword(passwordOf(password))
  const sessionId = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await livingUser(work, actor.id)
    const change = await fieldChange(work, input)
    if (password_hash !== undefined) change.password_hash = password_hash
    const after = await updateUser(trx, actor.id, { ...change, updated_at: deps.clock.nowMs() })
    const { username = before.username, display_name = before.display_name } = after ?? {}
    await recordAudit(work, {
      action: 'user.set_own',
      target: `user:${actor.id}`,
      before: { username: before.username, display_name: before.display_name },
      after: { username, display_name, ...(password !== '' && { password }) },
    })
    if (password_hash === undefined) return undefined
    await lockOut(trx, actor.id)
    if (viewer.via !== 'session') return undefined
    const { ip, userAgent } = input
    const { factorAt } = viewer
    const opened = { userId: actor.id, username, ip, userAgent, factorAt }
    return (await openSession(work, opened)).sessionId
  })
  return sessionId
}

async function fieldChange({ trx }: Work, input: OwnChange): Promise<UserChange> {
  const { username } = input.viewer.user
  const change: UserChange = {}
  const wished = input.username?.trim() ?? ''
  if (wished !== '' && wished !== username) {
    change.username = usernameOf(wished)
    await requireFreeName(trx, change.username, input.viewer.user.id)
  }
  const shown = input.display_name?.trim() ?? ''
  if (shown !== '' && shown !== input.viewer.user.display_name) {
    change.display_name = displayNameOf(shown)
  }
  return change
}

export interface OwnRemoval {
  readonly viewer: Viewer
  /** Typed to confirm, where a form asks for it. */
  readonly username?: string | undefined
  readonly original_password?: string | undefined
}

/** Final, as when an admin does it; root cannot leave. */
export async function removeOwnAccount(
  deps: ServiceDeps,
  actor: Actor,
  input: OwnRemoval,
): Promise<void> {
  const { viewer, username, original_password } = input
  if (username !== undefined && username !== viewer.user.username) {
    throw new GatewayError('user.deletion_not_confirmed')
  }
  await confirmIdentity(deps, { viewer, password: original_password })
  await removing(deps, actor, (work) => livingUser(work, actor.id))
}

async function livingUser({ trx }: Work, id: number): Promise<UserRow> {
  const user = await findUser(trx, id)
  if (user === undefined || user.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: id })
  }
  return user
}
