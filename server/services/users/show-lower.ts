import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { requireRank } from './guards'
import { toUserView, type UserView } from './view'

/** Throws `user.not_found`, for deleted users too, or `user.outranked`. */
export async function showLowerUser(
  deps: ServiceDeps,
  actor: Actor,
  id: number,
): Promise<UserView> {
  const user = await findUser(deps.db.reader, id)
  if (user === undefined || user.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: id })
  }
  requireRank(actor, user)
  return toUserView(user)
}
