import { ROLE } from '../../../server/domain/roles'

/** Root is made once, by the first start, and cannot be given. */
const GIVEN_ROLES: Readonly<Record<string, number>> = {
  user: ROLE.user,
  admin: ROLE.admin,
  [String(ROLE.user)]: ROLE.user,
  [String(ROLE.admin)]: ROLE.admin,
}

/** By name, or by the number that the API has. */
export const ROLE_NAMES = Object.keys(GIVEN_ROLES).toReversed()

export function roleOf(given: string): number | undefined {
  return GIVEN_ROLES[given]
}
