import { isEmailAddress } from '../../domain/accounts/email-address'
import { ROLE } from '../../domain/accounts/roles'
import { isCredits, MAX_CREDITS, MAX_USERNAME } from '../../domain/bounds'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Checks } from '../../domain/nouns/noun-stored'
import type { userFields } from '../../domain/nouns/user'
import { hasHidden, visibleLine } from '../../domain/text/visible-text'
import { groupRatios } from '../options/current'
import type { Queries } from '../service-deps'

const MAX_DISPLAY_NAME = 20
const MAX_EMAIL = 50
const MIN_PASSWORD = 8
const MAX_PASSWORD = 128

export function usernameOf(given: string, max = MAX_USERNAME): string {
  const username = given.trim()
  if (username === '') {
    throw new GatewayError('user.name_or_password_empty')
  }
  // Either would make two names look alike.
  if (/\s/.test(username) || hasHidden(username)) {
    throw new GatewayError('user.name_invalid', { reason: 'reason.name_unreadable' })
  }
  // A user can be named by id or name, so a name must not look like an id.
  if (/^\d+$/.test(username)) {
    throw new GatewayError('user.name_invalid', { reason: 'reason.name_digits' })
  }
  if ([...username].length > max) {
    throw new GatewayError('user.name_too_long', { max })
  }
  return username
}

export function displayNameOf(given: string): string {
  const name = given.trim()
  if ([...name].length > MAX_DISPLAY_NAME) {
    throw new GatewayError('user.display_name_too_long', { max: MAX_DISPLAY_NAME })
  }
  return visibleLine('display_name', name)
}

/** "" means no address. */
export function emailOf(given: string): string {
  const email = given.trim()
  if (email === '') {
    return ''
  }
  if (email.length > MAX_EMAIL || !isEmailAddress(email)) {
    throw new GatewayError('user.email_invalid')
  }
  return email
}

export function passwordOf(given: string): string {
  const length = [...given].length
  if (length === 0) {
    throw new GatewayError('user.name_or_password_empty')
  }
  if (length < MIN_PASSWORD) {
    throw new GatewayError('user.password_too_short', { min: MIN_PASSWORD })
  }
  if (length > MAX_PASSWORD) {
    throw new GatewayError('user.password_too_long', { max: MAX_PASSWORD })
  }
  return given
}

/** Roles that can be given: root is made once, at the first start. */
export function grantableRoleOf(given: number, actorRole: number): number {
  if (given !== ROLE.user && given !== ROLE.admin) {
    throw new GatewayError('user.role_invalid')
  }
  if (given >= actorRole) {
    throw new GatewayError('user.promotion_needs_root')
  }
  return given
}

export async function existingGroupOf(queries: Queries, given: string): Promise<string> {
  const group = given.trim()
  const ratios = await groupRatios(queries)
  if (!Object.hasOwn(ratios, group)) {
    throw new GatewayError('group.not_found', { group })
  }
  return group
}

/** Credits; a balance may fall below zero by use, but nobody sets it there. */
export function quotaOf(given: number): number {
  if (!isCredits(given)) {
    throw new GatewayError('user.quota_invalid', { max: MAX_CREDITS })
  }
  return given
}

/** Rules that only users have. */
export const USER_CHECKS: Checks<typeof userFields> = {
  username: (given) => usernameOf(given),
  display_name: displayNameOf,
  // `existingGroupOf` and `grantableRoleOf` decide, which have to know more.
  group: (given) => given,
  role: (given) => given,
}
