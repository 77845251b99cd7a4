import { findUser, findUserByEmail, findUserByName, type UserRow } from '../../../db/tables/users'
import { isRoot, mayManage, ROLE } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, Queries } from '../service-deps'
import type { Work } from '../work'

/** A living user that the actor outranks. */
export async function manageableUser({ trx, actor }: Work, id: number): Promise<UserRow> {
  const user = await findUser(trx, id)
  if (user === undefined || user.deleted_at !== null) {
    throw new GatewayError('user.not_found', { user: id })
  }
  requireRank(actor, user)
  return user
}

/** The same, for what only people have. Throws `organisation.no_login`. */
export async function manageablePerson(work: Work, id: number): Promise<UserRow> {
  const user = await manageableUser(work, id)
  refuseOrganisation(user)
  return user
}

/** Throws unless the actor outranks the user, or is root acting on root's own account. */
export function requireRank(actor: Actor, user: Pick<UserRow, 'id' | 'role'>): void {
  const isOwnRoot = isRoot(actor.role) && actor.id === user.id
  if (!mayManage(actor.role, user.role) && !isOwnRoot) {
    throw new GatewayError('user.outranked')
  }
}

/** Root can be neither disabled, demoted nor deleted: nobody could undo it. */
export function refuseRoot(user: UserRow): void {
  if (user.role >= ROLE.root) {
    throw new GatewayError('user.root_protected')
  }
}

/** Deleted users keep their names: statistics are keyed by them. */
export async function requireFreeName(
  queries: Queries,
  username: string,
  ownId?: number,
): Promise<void> {
  const holder = await findUserByName(queries, username)
  if (holder !== undefined && holder.id !== ownId) {
    throw new GatewayError('user.name_taken', { username })
  }
}

export async function requireFreeEmail(
  queries: Queries,
  email: string,
  ownId?: number,
): Promise<void> {
  const holder = email === '' ? undefined : await findUserByEmail(queries, email)
  if (holder !== undefined && holder.id !== ownId) {
    throw new GatewayError('user.email_taken', { email })
  }
}

/** Nobody signs in as an organisation. Throws `organisation.no_login`. */
export async function requirePerson(queries: Queries, userId: number): Promise<void> {
  const user = await findUser(queries, userId)
  if (user !== undefined) refuseOrganisation(user)
}

export function refuseOrganisation({ account_type }: Pick<UserRow, 'account_type'>): void {
  if (account_type !== 'person') throw new GatewayError('organisation.no_login')
}
