import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { WindowRule } from '../limiter/window'
import type { ServiceDeps } from '../service-deps'
import { passwordMatches } from '../users/passwords'
import { RECENT_MS, type Viewer } from './identify'

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
 * `login.locked` after too many of them. Whoever has a second factor proves that one instead:
 * `session.factor_needed`. Named access tokens cannot: `access_token.refused`.
 */
export async function confirmIdentity(deps: ServiceDeps, given: Confirmation): Promise<void> {
  const { viewer, password = '' } = given
  refuseWithoutFactor(viewer)
  if (password !== '') {
    await requirePassword(deps, viewer.user.id, password)
    return
  }
  if (viewer.secondFactor === 'fresh') return
  if (deps.clock.nowMs() - viewer.signedInAt > RECENT_MS) {
    throw new GatewayError('session.confirmation_needed')
  }
}

/**
 * Of what could take the own account over, by whichever call: named access tokens cannot, nor
 * anybody whose second factor was not proved of late.
 */
export function refuseWithoutFactor(viewer: Viewer): void {
  const { secondFactor, isLocalOperator, isNamedToken } = viewer
  if (isNamedToken) throw new GatewayError('access_token.refused')
  if (secondFactor === 'stale' && !isLocalOperator) throw new GatewayError('session.factor_needed')
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
