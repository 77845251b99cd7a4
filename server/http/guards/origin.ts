/** Requests that another site makes a browser send are refused. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { isOwnOrigin } from '../../services/session'
import type { AccessRule } from './access'
import type { Client } from './client'
import type { Identity } from './identity'

/**
 * Applies to writes by cookie and to anonymous writes, such as logging in; access tokens are
 * not sent by browsers on their own. Browsers tell the truth in Sec-Fetch-Site, but only over
 * https; programs send neither header and are let through.
 */
export function requireOwnOrigin(
  endpoint: Pick<AccessRule, 'method' | 'changes' | 'userHeader'>,
  identity: Identity,
  { request, client }: { readonly request: Request; readonly client: Client },
): void {
  if (identity.viewer?.via === 'access_token') return
  const isNavigation = endpoint.userHeader === 'optional'
  if (endpoint.method === 'GET' && endpoint.changes !== true && !isNavigation) return
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin' || site === 'none') return
  const origin = request.headers.get('origin')
  const isForeign = site !== null || (origin !== null && !isOwnOrigin(origin, client.hosts))
  if (isForeign) throw new GatewayError('session.origin_refused')
}

/**
 * For a navigation that changes something: it must start on a page of ours. A link in a mail
 * or an address that was typed has no starting page.
 */
export function requireOwnPage(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const referer = URL.parse(request.headers.get('referer') ?? '')
  const isOwn =
    site === null ? referer?.host === request.headers.get('host') : site === 'same-origin'
  if (!isOwn) throw new GatewayError('session.origin_refused')
}
