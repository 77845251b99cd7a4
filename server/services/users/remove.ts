import { deleteAccessTokens } from '../../../db/tables/access-tokens'
import { deleteConversationsOf } from '../../../db/tables/conversations'
import { deleteLimitsOf } from '../../../db/tables/limits'
import { deleteStoredResponsesOf } from '../../../db/tables/stored-responses'
import { revokeTokensOf } from '../../../db/tables/tokens'
import { endSessionsOf, type UserRow, updateUser } from '../../../db/tables/users'
import { USER_STATUS } from '../../domain/status'
import { recordAudit } from '../audit/record'
import { endMembershipsOf } from '../memberships/endings'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { manageableUser, refuseRoot } from './guards'

export async function removeUser(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  await removing(deps, actor, (work) => manageableUser(work, id))
}

/**
 * Soft and final: name and history stay, tokens are revoked, sign-ins end. The balance is left
 * as it is, because the ledger must go on explaining it. Root stays.
 */
export async function removing(
  deps: ServiceDeps,
  actor: Actor,
  find: (work: Work) => Promise<UserRow>,
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const { trx } = work
    const user = await find(work)
    const { id } = user
    refuseRoot(user)
    await endMembershipsOf(work, user)
    const nowMs = deps.clock.nowMs()
    await updateUser(trx, id, {
      deleted_at: nowMs,
      updated_at: nowMs,
      status: USER_STATUS.disabled,
    })
    const tokens = await revokeTokensOf(trx, id, nowMs)
    await deleteLimitsOf(trx, 'user', [id])
    await deleteAccessTokens(trx, { userId: id })
    await deleteStoredResponsesOf(trx, id)
    await deleteConversationsOf(trx, id)
    await endSessionsOf(trx, id)
    await recordAudit(work, {
      action: 'user.delete',
      target: `user:${id}`,
      before: { username: user.username, quota: user.quota, tokens },
    })
  })
}
