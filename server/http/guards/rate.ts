import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import { networkOf } from '../../services/limits/network'
import type { WindowRule } from '../../services/limits/window'
import type { ApiEdge } from '../api-edge'
import type { Identity } from './identity'

/** Throws `request.too_many`, with the seconds to wait. */
export function requireRate(
  edge: ApiEdge,
  endpoint: Endpoint,
  { identity, ip }: { readonly identity: Identity; readonly ip: string },
): void {
  const { viewer } = identity
  const network = networkOf(ip)
  // People behind one address share it; who is logged in has a window of their own.
  take(
    edge,
    viewer === undefined ? `api ${network}` : `api user ${viewer.user.id}`,
    edge.limits.api,
  )
  if (endpoint.limit === 'critical') take(edge, `critical ${network}`, edge.limits.critical)
}

function take(edge: ApiEdge, key: string, rule: WindowRule | undefined): void {
  const taken = rule === undefined ? undefined : edge.limiter.take(key, rule)
  if (taken === undefined || taken.ok) return
  throw new GatewayError('request.too_many', { seconds: Math.ceil(taken.retryMs / 1000) })
}
