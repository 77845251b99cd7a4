import { ROLE } from '../../domain/accounts/roles'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import { networkOf } from '../../services/limiter/network'
import type { WindowRule } from '../../services/limiter/window'
import type { Actor } from '../../services/service-deps'
import type { Viewer } from '../../services/sessions/identify'
import type { ApiEdge } from '../api-edge'
import type { Identity } from './identity'

interface Asking {
  readonly actor: Actor
  readonly identity: Identity
  readonly request: Request
  readonly ip: string
}

/** Pages that anybody opens, all visitors of one network together. */
const PAGES_PER_CALL = 10
/** Whoever looks for the cause of an outage opens many pages in a minute. */
const CALLS_OF_ADMINS = 20

type RateRule = Pick<Endpoint, 'limit' | 'knownBrowsers' | 'successGivesBack'>

/**
 * Throws `request.too_many`, with the seconds to wait. The function returned is for a call that
 * succeeds: people who come in are no attack, however many share one address.
 */
export async function requireRate(
  edge: ApiEdge,
  endpoint: RateRule,
  asking: Asking,
): Promise<() => Promise<void>> {
  const { viewer } = asking.identity
  if (viewer?.isLocalOperator === true) return nothing
  const { limits, limiter } = edge
  const { actor } = asking
  const place = placeOf(edge, endpoint, asking)
  // People behind one address share it; who is logged in has a window of their own.
  if (viewer !== undefined)
    await take(edge, `api user ${viewer.user.id}`, ofUser(viewer, limits.api))
  else if (endpoint.limit === 'page') {
    await take(edge, `pages ${place}`, times(limits.api, PAGES_PER_CALL))
  } else await take(edge, `api ${place}`, limits.api)
  if (endpoint.limit !== 'critical') return nothing
  const key = `critical ${place}`
  const { count: tries } = limits.critical
  await take(edge, key, limits.critical).catch(async (refusal) => {
    await edge.services.sessions.noteRefused(actor, { kind: 'limited', tries })
    throw refusal
  })
  const { successGivesBack = 0 } = endpoint
  return async () => {
    if (successGivesBack > 0) await limiter.release(key, successGivesBack)
  }
}

async function nothing(): Promise<void> {}

function ofUser({ user }: Viewer, rule: WindowRule | undefined): WindowRule | undefined {
  return user.role >= ROLE.admin ? times(rule, CALLS_OF_ADMINS) : rule
}

function times(rule: WindowRule | undefined, factor: number): WindowRule | undefined {
  return rule && { ...rule, count: rule.count * factor }
}

/**
 * Neighbours behind one address cannot use up the attempts of a browser that is known to log in
 * from there. All browsers of an account share one window: nobody gets another by logging in.
 */
function placeOf(edge: ApiEdge, endpoint: RateRule, { request, ip }: Asking): string {
  const network = networkOf(ip)
  if (endpoint.knownBrowsers !== 'apart') return network
  const [browser] = edge.services.sessions.knownBrowsersIn(request.headers.get('cookie') ?? '')
  return browser === undefined ? network : `browsers of ${browser.userId}`
}

async function take(edge: ApiEdge, key: string, rule: WindowRule | undefined): Promise<void> {
  if (rule === undefined) return
  const taken = await edge.limiter.take(key, rule)
  if (taken.ok) return
  throw new GatewayError('request.too_many', { seconds: Math.ceil(taken.retryMs / 1000) })
}
