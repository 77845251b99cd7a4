import { isFactorOverdue } from '../../domain/accounts/second-factor'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { OptionValues } from '../../domain/options'
import type { Viewer } from '../../services/sessions/identify'

interface Policy {
  readonly options: OptionValues
  readonly nowMs: number
}

/**
 * Of people who are signed in; access tokens are credentials of their own. Throws
 * `session.factor_setup_needed` for whoever has none and has to, `session.factor_needed` for
 * dangerous calls of whoever has not proved it of late.
 */
export function requireSecondFactor(
  { secondFactor: rule }: Pick<Endpoint, 'secondFactor'>,
  viewer: Viewer,
  { options, nowMs }: Policy,
): void {
  if (viewer.via !== 'session' || viewer.isLocalOperator) return
  if (rule === 'not_asked') return
  if (viewer.secondFactor === 'none' && isFactorOverdue(options, viewer.user.role, nowMs)) {
    throw new GatewayError('session.factor_setup_needed')
  }
  if (rule === 'fresh' && viewer.secondFactor === 'stale') {
    throw new GatewayError('session.factor_needed')
  }
}
