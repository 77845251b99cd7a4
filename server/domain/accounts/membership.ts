/** What people are in an organisation, and what they may do there. */

export const MEMBER_ROLES = ['owner', 'admin', 'billing', 'member', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/**
 * Which members may make a call. `use` and `any` include those who see only their own tokens, to
 * which the service narrows what they get.
 */
export const MEMBER_ACCESS = {
  owner: ['owner'],
  manage: ['owner', 'admin'],
  pay: ['owner', 'admin', 'billing'],
  use: ['owner', 'admin', 'member'],
  read: ['owner', 'admin', 'billing', 'viewer'],
  any: MEMBER_ROLES,
} as const satisfies Readonly<Record<string, readonly MemberRole[]>>

export type MemberAccess = keyof typeof MEMBER_ACCESS

export function mayAs(role: MemberRole, access: MemberAccess): boolean {
  return (MEMBER_ACCESS[access] as readonly MemberRole[]).includes(role)
}

/** Who sees the tokens and calls of the others. */
export function seesAll(role: MemberRole): boolean {
  return mayAs(role, 'read')
}

/** Nobody gives a role that could do more than the own one. */
export function mayGiveRole(own: MemberRole, given: MemberRole): boolean {
  return own === 'owner' || (own === 'admin' && given !== 'owner')
}

/** Names the organisation that a call is made for; absent for one's own account. */
export const ORGANISATION_HEADER = 'x-gw-organisation'

/** Who acts for an organisation. */
export interface ActingMember {
  /** Of the membership. */
  readonly id: number
  readonly role: MemberRole
  readonly personId: number
}

/** The member whose tokens alone may be seen and touched; absent for those who see all. */
export function ownMemberId(member: ActingMember | undefined): number | undefined {
  return member === undefined || seesAll(member.role) ? undefined : member.id
}
