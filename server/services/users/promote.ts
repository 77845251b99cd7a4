import { endSessionsOf, type UserRow, updateUser } from '../../../db/tables/users'
import { isAdmin, isRoot, ROLE } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { transact, type Work } from '../work'
import { manageablePerson, refuseRoot } from './guards'
import { toUserView, type UserView } from './view'

/** Makes an ordinary user an admin; only root may. Ends the user's sign-ins. */
export async function promoteUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await changeRole(deps, actor, async (work) => {
    const before = await manageablePerson(work, id)
    if (!isRoot(actor.role)) throw new GatewayError('user.promotion_needs_root')
    if (isAdmin(before.role)) throw new GatewayError('user.already_admin')
    return await moveTo(work, before, { action: 'user.promote', role: ROLE.admin })
  })
}

/** Makes an admin an ordinary user. Ends the user's sign-ins. */
export async function demoteUser(deps: ServiceDeps, actor: Actor, id: number): Promise<UserView> {
  return await changeRole(deps, actor, async (work) => {
    const before = await manageablePerson(work, id)
    refuseRoot(before)
    if (before.role === ROLE.user) throw new GatewayError('user.already_ordinary')
    return await moveTo(work, before, { action: 'user.demote', role: ROLE.user })
  })
}

async function changeRole(
  deps: ServiceDeps,
  actor: Actor,
  run: (work: Work) => Promise<UserRow>,
): Promise<UserView> {
  const user = await transact(deps, actor, run)
  return toUserView(user)
}

async function moveTo(
  work: Work,
  before: UserRow,
  { action, role }: { readonly action: string; readonly role: number },
): Promise<UserRow> {
  const { trx, clock } = work
  const after = await updateUser(trx, before.id, {
    role,
    role_id: 0,
    updated_at: clock.nowMs(),
  })
  await endSessionsOf(trx, before.id)
  await recordAudit(work, {
    action,
    target: `user:${before.id}`,
    before: { role: before.role, role_id: before.role_id },
    after: { role, role_id: 0 },
  })
  return after ?? before
}
