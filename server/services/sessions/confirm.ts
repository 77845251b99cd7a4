import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { WindowRule } from '../limiter/window'
import type { ServiceDeps } from '../service-deps'
import { passwordMatches } from '../users/passwords'
import type { Viewer } from './identify'

/** A login this fresh stands for the password. */
const RECENT_MS = 15 * 60_000

const MINUTE_MS = 60_000
/** Of one user: who has stolen a session must not be able to guess the password with it. */
const WRONG_PASSWORDS: WindowRule = { count: 5, windowMs: 15 * MINUTE_MS }

export interface Confirmation {
  readonly viewer: Viewer
  /** The current password, if it was typed again. */
  readonly password?: string | undefined
}

/**
 * Asked before what could take an account over: throws `session.confirmation_needed` unless
 * the password is given or the login is recent, `user.password_wrong` for a wrong password,
 * `login.locked` after too many of them.
 */
export async function confirmIdentity(deps: ServiceDeps, given: Confirmation): Promise<void> {
  const { viewer, password = '' } = given
  if (password !== '') {
    await requirePassword(deps, viewer.user.id, password)
    return
  }
  if (deps.clock.nowMs() - viewer.signedInAt > RECENT_MS) {
    throw new GatewayError('session.confirmation_needed')
  }
}

/** A guess counts before it is checked, so that parallel ones are limited as well. */
async function requirePassword(deps: ServiceDeps, userId: number, password: string): Promise<void> {
  const guess = await deps.guesses.take(`password of ${userId}`, WRONG_PASSWORDS)
  if (!guess.ok) {
    throw new GatewayError('login.locked', { minutes: Math.ceil(guess.retryMs / MINUTE_MS) })
  }
  const user = await findUser(deps.db.reader, userId)
  if (user === undefined || !(await passwordMatches(password, user.password_hash))) {
    throw new GatewayError('user.password_wrong')
  }
  await guess.giveBack()
}
