import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, ServiceDeps } from '../service-deps'
import { type Browser, type Entered, enter } from './enter'
import { loginFailure } from './http-client'
import { openProvider, providerPlace, redeemState } from './state'

export interface OauthReturn {
  readonly provider: string
  readonly code: string
  readonly state: string
  /** The sealed state of the browser's cookie; "" for none. */
  readonly sealed: string
  /** What the provider said instead of a code; "" for nothing. */
  readonly error: string
  readonly browser: Browser
}

/**
 * The way back from a provider: what the browser left for decides whether somebody logs in, or
 * proves again who is logged in. Throws `oauth.state_mismatch`, `login.method_closed`,
 * `oauth.failed` and what `enter` throws.
 */
export async function logInByOauth(
  deps: ServiceDeps,
  actor: Actor,
  returned: OauthReturn,
): Promise<Entered> {
  const { departure, affCode, purpose } = await redeemState(deps, actor, returned)
  const place = await providerPlace(deps)
  const method = await openProvider(deps, place, returned.provider)
  if (returned.error !== '' || returned.code === '') {
    const reason = 'reason.provider_denied'
    throw new GatewayError('oauth.failed', { method: method.title, reason })
  }
  const identity = await method
    .identify(place, { code: returned.code, departure })
    .catch((error) => {
      throw loginFailure(method.title, error)
    })
  const { browser } = returned
  return await enter(deps, actor, { method, identity, affCode, browser, purpose })
}
