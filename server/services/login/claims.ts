/** What an OpenID Connect provider says of somebody's groups, and what follows from it here. */
import { findMembership } from '../../../db/tables/organisations'
import { findUserByName, type UserRow, updateUser } from '../../../db/tables/users'
import { MEMBER_ROLES, type MemberRole } from '../../domain/accounts/membership'
import type { OptionValues } from '../../domain/options'
import { recordAudit } from '../audit/record'
import { endMembership } from '../memberships/endings'
import { letIn } from '../organisations/members'
import type { Work } from '../work'

/** Texts of a claim that holds one or several. */
export function claimValues(claim: unknown): readonly string[] {
  const all = Array.isArray(claim) ? claim : [claim]
  return all.filter((value): value is string => typeof value === 'string' && value !== '')
}

/**
 * With every login: the first mapped group is the user's, and organisations that are mapped have
 * the user as long as the provider says so. Owners are left alone, and so is what no map names.
 */
export async function applyClaims(
  work: Work,
  options: OptionValues,
  { user, values }: { readonly user: UserRow; readonly values: readonly string[] },
): Promise<UserRow> {
  for (const wanted of wantedIn(options['oidc.organisation_map'], values)) {
    await follow(work, user, wanted)
  }
  const mapped = Object.entries(options['oidc.group_map'])
  const group = mapped.find(([value]) => values.includes(value))?.[1]
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
    const [name = '', asked = ''] = place.split(':')
    roles.set(name, roles.get(name) ?? (values.includes(value) ? roleOf(asked) : undefined))
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
  if (role === undefined && isMember && found.member.role !== 'owner') {
    await endMembership(work, found.member, undefined)
  }
}

/** Nobody becomes an owner by what somebody else's server says. */
function roleOf(asked: string): MemberRole {
  return MEMBER_ROLES.find((role) => role === asked && role !== 'owner') ?? 'member'
}
