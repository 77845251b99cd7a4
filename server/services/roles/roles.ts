/** Roles of one's own: sets of scopes that narrow what users or administrators may do. */
import {
  allRoles,
  countUsersByRole,
  deleteRole,
  findRole,
  findRoleByName,
  insertRole,
  type RoleRow,
  updateRole,
  usersOfRole,
} from '../../../db/tables/roles'
import { endSessionsOf, updateUser } from '../../../db/tables/users'
import { ROLE } from '../../domain/accounts/roles'
import { readScopes, type Scope } from '../../domain/accounts/scopes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { visibleLine } from '../../domain/text/visible-text'
import { scopesText } from '../access-tokens/named'
import { recordAudit } from '../audit/record'
import { requireRoot } from '../options/guards'
import type { Actor, ServiceDeps } from '../service-deps'
import { manageablePerson, refuseRoot } from '../users/guards'
import { transact, type Work } from '../work'

const MAX_NAME = 30

export interface RoleView extends Pick<RoleRow, 'id' | 'name' | 'base'> {
  readonly scopes: readonly Scope[]
  /** How many have it. */
  readonly users: number
}

export interface RoleFields {
  readonly name: string
  readonly scopes: readonly string[]
}

export interface NewRole extends RoleFields {
  /** Whom it narrows: 1 users, 10 administrators. */
  readonly base: number
}

export async function listRoles(deps: ServiceDeps): Promise<RoleView[]> {
  const { lists } = deps.db
  const counts = await countUsersByRole(lists)
  return (await allRoles(lists)).map((role) => viewOf(role, counts.get(role.id) ?? 0))
}

/** Throws `custom_role.name_taken`, `user.role_invalid`, `access_token.scope_unknown`. */
export async function createRole(
  deps: ServiceDeps,
  actor: Actor,
  { base, ...fields }: NewRole,
): Promise<RoleView> {
  requireRoot(actor)
  if (base !== ROLE.user && base !== ROLE.admin) throw new GatewayError('user.role_invalid')
  const columns = columnsOf(fields)
  return await transact(deps, actor, async (work) => {
    await requireFree(work, columns.name)
    const created_at = work.clock.nowMs()
    const role = await insertRole(work.trx, { ...columns, base, created_at })
    await recordAudit(work, {
      action: 'role.create',
      target: `role:${role.id}`,
      after: { ...columns, base },
    })
    return viewOf(role, 0)
  })
}

/** Counts at once for everybody who has it. Throws `custom_role.not_found` and as `createRole`. */
export async function changeRole(
  deps: ServiceDeps,
  actor: Actor,
  { id, ...fields }: RoleFields & { readonly id: number },
): Promise<void> {
  requireRoot(actor)
  const columns = columnsOf(fields)
  await transact(deps, actor, async (work) => {
    const before = await existing(work, id)
    await requireFree(work, columns.name, id)
    await updateRole(work.trx, id, columns)
    await recordAudit(work, {
      action: 'role.set',
      target: `role:${id}`,
      before: { name: before.name, scopes: before.scopes },
      after: columns,
    })
  })
}

/** Throws `custom_role.in_use` while somebody has it: nobody gets more rights by its removal. */
export async function removeRole(deps: ServiceDeps, actor: Actor, id: number): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const { name, scopes } = await existing(work, id)
    const [user] = await usersOfRole(work.trx, id)
    if (user !== undefined) throw new GatewayError('custom_role.in_use', { user: user.username })
    await deleteRole(work.trx, id)
    await recordAudit(work, {
      action: 'role.delete',
      target: `role:${id}`,
      before: { name, scopes },
    })
  })
}

export interface RoleAssignment {
  readonly userId: number
  /** 0 takes the narrowing away; rank and rights are then the user's own. */
  readonly roleId: number
}

/** Gives the user the role and its rank; ends the sign-ins, as every new role does. */
export async function assignRole(
  deps: ServiceDeps,
  actor: Actor,
  { userId, roleId }: RoleAssignment,
): Promise<void> {
  requireRoot(actor)
  await transact(deps, actor, async (work) => {
    const user = await manageablePerson(work, userId)
    refuseRoot(user)
    const role = roleId === 0 ? undefined : await existing(work, roleId)
    const change = { role: role?.base ?? user.role, role_id: roleId }
    await updateUser(work.trx, userId, { ...change, updated_at: work.clock.nowMs() })
    await endSessionsOf(work.trx, userId)
    await recordAudit(work, {
      action: 'role.assign',
      target: `user:${userId}`,
      before: { role: user.role, role_id: user.role_id },
      after: change,
    })
  })
}

async function existing({ trx }: Work, id: number): Promise<RoleRow> {
  const role = await findRole(trx, id)
  if (role === undefined) throw new GatewayError('custom_role.not_found')
  return role
}

async function requireFree({ trx }: Work, name: string, ownId?: number): Promise<void> {
  const holder = await findRoleByName(trx, name)
  if (holder !== undefined && holder.id !== ownId)
    throw new GatewayError('custom_role.name_taken', { name })
}

function columnsOf({ name: given, scopes }: RoleFields) {
  const name = visibleLine('name', given.trim())
  if (name === '') throw new GatewayError('custom_role.name_empty')
  if ([...name].length > MAX_NAME)
    throw new GatewayError('value.too_long', { field: 'name', max: MAX_NAME })
  return { name, scopes: scopesText(scopes) }
}

function viewOf({ id, name, base, scopes }: RoleRow, users: number): RoleView {
  return { id, name, base, scopes: [...(readScopes(scopes) ?? [])], users }
}
