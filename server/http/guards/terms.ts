import { owesTerms, termsToAccept } from '../../domain/accounts/terms'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import type { Viewer } from '../../services/sessions/identify'

/**
 * Of people who are signed in: access tokens and tokens go on working. Throws
 * `session.terms_needed` for whoever has not accepted the terms in force.
 */
export function requireTerms(
  { terms }: Pick<Endpoint, 'terms'>,
  { via, isLocalOperator, user }: Viewer,
  options: OptionValues,
): void {
  if (via !== 'session' || isLocalOperator || terms === 'not_asked') return
  if (owesTerms(options, user)) {
    throw new GatewayError('session.terms_needed', { version: termsToAccept(options) })
  }
}
