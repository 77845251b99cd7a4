import { ROLE } from '../../../server/domain/accounts/roles'

/** Root is made once, by the first start, and cannot be given. */
const GIVEN_ROLES: Readonly<Record<string, number>> = { user: ROLE.user, admin: ROLE.admin }

export const ROLE_NAMES = Object.keys(GIVEN_ROLES)

export function roleOf(given: string): number | undefined {
  return GIVEN_ROLES[given]
}
