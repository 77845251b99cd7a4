import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import { emailOf } from '../users/fields'

/**
 * An address that an account may have by the operator's rules, whichever way it came. Throws
 * `user.email_invalid`, `email.domain_refused` or `email.alias_refused`.
 */
export function admissibleEmail(options: OptionValues, given: string): string {
  const email = emailOf(given)
  if (email === '') throw new GatewayError('user.email_invalid')
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1).toLowerCase()
  const isListed = options.EmailDomainWhitelist.some((entry) => entry.toLowerCase() === domain)
  if (options.EmailDomainRestrictionEnabled && !isListed) {
    throw new GatewayError('email.domain_refused', { domain })
  }
  if (options.EmailAliasRestrictionEnabled && /[+.]/.test(email.slice(0, at))) {
    throw new GatewayError('email.alias_refused')
  }
  return email
}

/** The address if it is admissible; "" for one from another service that we do not accept. */
export function admissibleEmailOrNone(options: OptionValues, given: string): string {
  try {
    return admissibleEmail(options, given)
  } catch (error) {
    if (error instanceof GatewayError) return ''
    throw error
  }
}
