/** Who may do what to whom. The numbers are the wire's. */
export const ROLE = { user: 1, admin: 10, root: 100 } as const

export type RoleName = keyof typeof ROLE
export type Role = (typeof ROLE)[RoleName]

/** Name of a role number, "unknown" for numbers that are no role. */
export function roleName(role: number): RoleName | 'unknown' {
  for (const name of ['user', 'admin', 'root'] as const) {
    if (ROLE[name] === role) return name
  }
  return 'unknown'
}

export function isRole(role: number): role is Role {
  return roleName(role) !== 'unknown'
}

export function isAdmin(role: number): boolean {
  return role >= ROLE.admin
}

export function isRoot(role: number): boolean {
  return role >= ROLE.root
}

/** Reading, changing and deleting others is only allowed downwards, root included. */
export function mayManage(actorRole: number, targetRole: number): boolean {
  return isAdmin(actorRole) && actorRole > targetRole
}

/** Nobody creates or promotes to their own level or above. */
export function mayGrant(actorRole: number, role: Role): boolean {
  return isAdmin(actorRole) && actorRole > role
}
