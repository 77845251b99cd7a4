import { endSessionsOf, updateUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { holdTokensOf } from '../memberships/endings'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact } from '../work'
import { manageableUser, refuseRoot } from './guards'
import { toUserView, type UserView } from './view'

interface Move {
  readonly id: number
  readonly action: string
  readonly status: number
}

async function moveUser(deps: ServiceDeps, actor: Actor, move: Move): Promise<UserView> {
  const { id } = move
  const user = await transact(deps, actor, async (work) => {
    const { trx } = work
    const before = await manageableUser(work, id)
    refuseRoot(before)
    if (move.status === USER_STATUS.enabled && !isKnown(before.status)) {
      throw new GatewayError('user.status_unknown')
    }
    const change = { status: move.status, updated_at: deps.clock.nowMs() }
    const after = (await updateUser(trx, id, change)) ?? before
    await recordAudit(work, {
      action: move.action,
      target: `user:${id}`,
      before: { status: before.status },
      after: { status: after.status },
    })
    const isEnabled = move.status === USER_STATUS.enabled
    if (!isEnabled) await endSessionsOf(trx, id)
    await holdTokensOf(work, before, isEnabled)
    return after
  })
  return toUserView(user)
}

/** Imported rows may have a status whose meaning only their old gateway knew. */
function isKnown(status: number): boolean {
  return status === USER_STATUS.enabled || status === USER_STATUS.disabled
}

/** Takes effect on the user's calls and sign-ins at once; tokens keep their own status. */
export async function disableUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await moveUser(deps, actor, {
    id,
    action: 'user.disable',
    status: USER_STATUS.disabled,
  })
}

/** Throws `user.status_unknown`; who is disabled first can be enabled again. */
export async function enableUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await moveUser(deps, actor, {
    id,
    action: 'user.enable',
    status: USER_STATUS.enabled,
  })
}
