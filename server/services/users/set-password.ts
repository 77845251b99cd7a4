import { updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { passwordOf } from './fields'
import { manageablePerson } from './guards'
import { lockOut } from './lock-out'
import { hashPassword } from './passwords'
import { toUserView, type UserView } from './view'

export interface SetPasswordInput {
  readonly id: number
  readonly password: string
}

/**
 * Ends every sign-in of the user: whoever knew the old password is out. Nobody's own is set so,
 * because it takes the present one.
 */
export async function setPassword(
  deps: ServiceDeps,
  actor: Actor,
  input: SetPasswordInput,
): Promise<UserView> {
  if (actor.id === input.id) throw new GatewayError('access_token.refused')
  const password_hash = await hashPassword(passwordOf(input.password))
  const user = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await manageablePerson(work, input.id)
    const change = { password_hash, updated_at: deps.clock.nowMs() }
    const after = (await updateUser(trx, input.id, change)) ?? before
    await recordAudit(work, {
      action: 'user.password',
      target: `user:${input.id}`,
      after: { password: input.password },
    })
    await lockOut(trx, input.id)
    return after
  })
  return toUserView(user)
}
