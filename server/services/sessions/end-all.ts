import { deleteSessionsOf } from '../../../db/tables/sessions'
import { recordAudit } from '../audit/record'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageableUser } from '../users/guards'
import { transact } from '../work'
import { endListed } from './end'

/** Signs somebody out everywhere, for whoever may manage the user; returns how often. */
export async function endAllSessions(
  deps: ServiceDeps,
  actor: Actor,
  userId: number,
): Promise<number> {
  return await transact(deps, actor, async (work) => {
    const { id } = await manageableUser(work, userId)
    const count = await deleteSessionsOf(work.trx, id)
    await recordAudit(work, {
      action: 'session.end_all',
      target: `user:${id}`,
      before: { count },
    })
    return count
  })
}

/** Ends one session of somebody whom the actor outranks, by its id in the list. */
export async function revokeSessionOf(
  deps: ServiceDeps,
  actor: Actor,
  { userId, id }: { readonly userId: number; readonly id: string },
): Promise<void> {
  await transact(deps, actor, async (work) => {
    const user = await manageableUser(work, userId)
    await endListed(work, user.id, id)
  })
}
