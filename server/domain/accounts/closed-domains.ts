/** Whose login is elsewhere: a firm that signs its people in does not want passwords as well. */
import type { OptionValues } from '../options'
import { isRoot } from './roles'

/** Root goes on, or a wrong setting would lock everybody out. */
export function isPasswordClosed(
  { PasswordLoginClosedDomains: domains }: Pick<OptionValues, 'PasswordLoginClosedDomains'>,
  { email, role }: { readonly email: string; readonly role: number },
): boolean {
  const domain = email.split('@').at(-1)?.toLowerCase() ?? ''
  if (domain === '' || isRoot(role)) return false
  return domains.some((each) => each.trim().toLowerCase() === domain)
}
