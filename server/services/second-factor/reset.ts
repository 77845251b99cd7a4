/** For people who have lost theirs: an administrator takes the second factors off. */
import type { UserRow } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { deliverNotice } from '../notifications/deliver'
import { optionValues } from '../options/current'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageableUser } from '../users/guards'
import { lockOut } from '../users/lock-out'
import { transact } from '../work'
import { removeFactors } from './changes'

export interface FactorReset {
  readonly userId: number
  /** All kinds without it. */
  readonly kind?: 'totp' | 'passkey' | undefined
}

/**
 * Ends the user's sign-ins and access tokens, which whoever has the lost device may hold, and
 * notifies the user. Returns how many factors went. Throws `second_factor.none`.
 */
export async function resetFactors(
  deps: ServiceDeps,
  actor: Actor,
  { userId, kind }: FactorReset,
): Promise<number> {
  const { user, count } = await transact(deps, actor, async (work) => {
    const found = await manageableUser(work, userId)
    const removed = await removeFactors(work, { userId, kind })
    if (removed === 0) throw new GatewayError('second_factor.none')
    await lockOut(work.trx, userId)
    return { user: found, count: removed }
  })
  await tell(deps, actor, user)
  return count
}

async function tell(deps: ServiceDeps, actor: Actor, user: UserRow): Promise<void> {
  const options = await optionValues(deps.db.reader)
  const notice = {
    type: 'second_factor_reset',
    kind: 'second_factor_reset',
    intervalMs: 0,
    title: 'notice.factor_reset_title',
    text: 'notice.factor_reset_text',
    params: { site: options.SystemName, actor: actor.name },
  } as const
  const telling = deliverNotice(deps, options, { user, notice, matters: true })
  if (deps.background !== undefined) deps.background.run('second factor notice', telling)
  // What cannot be delivered now is queued and tried again.
  else await telling.catch(() => {})
}
