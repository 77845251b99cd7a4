/** What an OpenID Connect provider says of somebody's groups, and what follows from it here. */
import { findMembership } from '../../../db/tables/organisations'
import { findRoleByName } from '../../../db/tables/roles'
import { endSessionsOf, findUserByName, type UserRow, updateUser } from '../../../db/tables/users'
import { MEMBER_ROLES, type MemberRole } from '../../domain/accounts/membership'
import { isRoot, ROLE } from '../../domain/accounts/roles'
import type { OptionValues } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { endMembership } from '../memberships/endings'
import { giveRole, letIn } from '../organisations/members'
import type { Work } from '../work'

/** What values of a claim are here; those that come first count. */
export interface ClaimMaps {
  /** Value → group. */
  readonly groups: Readonly<Record<string, string>>
  /** Value → `organisation:role`. */
  readonly organisations: Readonly<Record<string, string>>
  /** Value → `admin`, `user` or a custom role. */
  readonly roles: Readonly<Record<string, string>>
}

export interface Claims {
  readonly values: readonly string[]
  readonly maps: ClaimMaps
}

/** Texts of a claim that holds one or several. */
export function claimValues(claim: unknown): readonly string[] {
  const all = Array.isArray(claim) ? claim : [claim]
  return all.filter((value): value is string => typeof value === 'string' && value !== '')
}

/**
 * With every login: the first mapped group is the user's, and organisations that are mapped have
 * the user as long as the provider says so. Owners are left alone, and so is what no map names.
 * Where roles are mapped, everybody but root has the one that is claimed, or none.
 */
export async function applyClaims(
  work: Work,
  options: OptionValues,
  { user: before, claims }: { readonly user: UserRow; readonly claims: Claims },
): Promise<UserRow> {
  const { values, maps } = claims
  for (const wanted of wantedIn(maps.organisations, values)) await follow(work, before, wanted)
  const user = await withRole(work, before, claims)
  const group = firstOf(maps.groups, values)
  if (group === undefined || group === user.group) return user
  if (!Object.hasOwn(options.GroupRatio, group)) return user
  const change = { group, updated_at: work.clock.nowMs() }
  await recordAudit(work, {
    action: 'user.set',
    target: `user:${user.id}`,
    before: { group: user.group },
    after: { group },
  })
  return (await updateUser(work.trx, user.id, change)) ?? user
}

function firstOf(map: Readonly<Record<string, string>>, values: readonly string[]) {
  return Object.entries(map).find(([value]) => values.includes(value))?.[1]
}

async function withRole(work: Work, user: UserRow, { values, maps }: Claims): Promise<UserRow> {
  if (isRoot(user.role) || Object.keys(maps.roles).length === 0) return user
  const roleName = firstOf(maps.roles, values)
  const wanted = await rankOf(work, roleName)
  if (wanted.role === user.role && wanted.role_id === user.role_id) return user
  await endSessionsOf(work.trx, user.id)
  await recordAudit(work, {
    action: 'role.assign',
    target: `user:${user.id}`,
    before: { role: user.role, role_id: user.role_id },
    after: { ...wanted, claim: roleName ?? '' },
  })
  const change = { ...wanted, updated_at: work.clock.nowMs() }
  return (await updateUser(work.trx, user.id, change)) ?? user
}

/** Nobody becomes root by what somebody else's server says. */
async function rankOf({ trx }: Work, roleName: string | undefined) {
  if (roleName === 'admin') return { role: ROLE.admin, role_id: 0 }
  const role = roleName === undefined ? undefined : await findRoleByName(trx, roleName)
  return role === undefined
    ? { role: ROLE.user, role_id: 0 }
    : { role: role.base, role_id: role.id }
}

interface Wanted {
  readonly name: string
  /** `undefined` for somebody who is not to be in it. */
  readonly role: MemberRole | undefined
}

/** Each organisation of the map once; of several values that name it the first that fits counts. */
function wantedIn(
  map: Readonly<Record<string, string>>,
  values: readonly string[],
): readonly Wanted[] {
  const roles = new Map<string, MemberRole | undefined>()
  for (const [value, place] of Object.entries(map)) {
    const [name = '', roleName = ''] = place.split(':')
    roles.set(name, roles.get(name) ?? (values.includes(value) ? roleOf(roleName) : undefined))
  }
  return [...roles].map(([name, role]) => ({ name, role }))
}

async function follow(work: Work, user: UserRow, { name, role }: Wanted): Promise<void> {
  const organisation = await findUserByName(work.trx, name)
  const isGone = organisation === undefined || organisation.deleted_at !== null
  if (isGone || organisation.account_type !== 'organisation') return
  const organisationId = organisation.id
  const found = await findMembership(work.trx, { userId: user.id, organisationId })
  const isMember = found?.member.state === 'active'
  if (role !== undefined && !isMember) await letIn(work, { user, organisationId, role })
  if (role !== undefined && isMember && found.member.role !== 'owner') {
    await giveRole(work, found.member, role)
  }
  if (role === undefined && isMember && found.member.role !== 'owner') {
    await endMembership(work, found.member, undefined)
  }
}

/** Nobody becomes an owner by what somebody else's server says. */
function roleOf(name: string): MemberRole {
  return MEMBER_ROLES.find((role) => role === name && role !== 'owner') ?? 'member'
}
