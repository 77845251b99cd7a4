import { findUser, findUserByName } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'
import { toUserView, type UserView } from './view'

/**
 * By id or username; a name of digits, as imports may bring, is looked for when no id is meant.
 * Throws `user.not_found`; deleted users are shown with their time.
 */
export async function showUser(deps: ServiceDeps, idOrName: number | string): Promise<UserView> {
  const given = String(idOrName).trim()
  const { reader } = deps.db
  const byId = /^\d{1,15}$/.test(given) ? await findUser(reader, Number(given)) : undefined
  const row = byId ?? (await findUserByName(reader, given))
  if (row === undefined) {
    throw new GatewayError('user.not_found', { user: given })
  }
  return toUserView(row)
}
