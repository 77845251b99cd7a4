/** Whether a caller may make a call. The statuses are the family's: 401 only for "log in". */

import { refuseBanned } from '../../domain/accounts/bans'
import { isAdmin, isRoot, ROLE } from '../../domain/accounts/roles'
import type { Scope } from '../../domain/accounts/scopes'
import type { Access, Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Viewer } from '../../services/sessions/identify'
import type { ApiEdge } from '../api-edge'
import type { Identity } from './identity'
import { requireSecondFactor } from './second-factor'
import { requireTerms } from './terms'

const LEAST_ROLE: Readonly<Record<Access, number>> = {
  anonymous: 0,
  user: ROLE.user,
  admin: ROLE.admin,
  root: ROLE.root,
}

/** What the guards look at; routes that are no contract rows state it themselves. */
export type AccessRule = Pick<
  Endpoint,
  'method' | 'role' | 'session' | 'userHeader' | 'changes' | 'secondFactor' | 'terms'
> & {
  /** `undefined` for calls that need none. */
  readonly scope: Scope | undefined
}

/** Throws for a caller that may not; on anonymous calls nobody is turned away. */
export function requireAccess(
  edge: Pick<ApiEdge, 'options' | 'nowMs'>,
  endpoint: AccessRule,
  { identity, request }: { readonly identity: Identity; readonly request: Request },
): void {
  if (endpoint.role === 'anonymous') return
  const { viewer, refusal } = identity
  if (viewer === undefined) throw refusal
  if (endpoint.session === 'required' && viewer.via !== 'session') {
    throw new GatewayError('access_token.refused')
  }
  if (endpoint.userHeader !== 'optional') requireUserHeader(viewer, request)
  refuseBanned(viewer.user)
  if (viewer.user.role < LEAST_ROLE[endpoint.role] && !isGrantedToRead(endpoint, viewer)) {
    throw new GatewayError(
      endpoint.role === 'root' ? 'permission.root_needed' : 'permission.denied',
    )
  }
  const { scope } = endpoint
  if (scope !== undefined && viewer.scopes?.has(scope) === false) {
    throw new GatewayError('permission.scope_needed', { scope })
  }
  requireTerms(endpoint, viewer, edge.options())
  requireSecondFactor(endpoint, viewer, { options: edge.options(), nowMs: edge.nowMs() })
}

/**
 * Who has a role of root's making reads what only root reads otherwise, as far as its scopes say.
 * What changes such things stays with root.
 */
function isGrantedToRead({ role, scope }: AccessRule, { user, scopes }: Viewer): boolean {
  const isNarrowedAdmin = user.role_id !== 0 && isAdmin(user.role)
  if (role !== 'root' || !isNarrowedAdmin || scope?.endsWith(':read') !== true) return false
  return scopes?.has(scope) === true
}

/** Other sites can make a browser send the cookie, but not this header. */
export function requireUserHeader(viewer: Viewer, request: Request): void {
  const header = request.headers.get('new-api-user')?.trim() ?? ''
  if (header === '') throw new GatewayError('session.user_header_missing')
  if (!/^-?\d{1,15}$/.test(header) || Number(header) !== viewer.user.id) {
    throw new GatewayError('session.user_header_wrong')
  }
}

/** Root goes on working on a demonstration site, or nobody could end the demonstration. */
export function requireWritable(
  endpoint: Endpoint,
  viewer: Viewer | undefined,
  isDemo: boolean,
): void {
  const writes = endpoint.method !== 'GET' || endpoint.changes === true
  if (!isDemo || !writes || endpoint.demo === 'allowed') return
  if (viewer === undefined || !isRoot(viewer.user.role)) throw new GatewayError('demo.read_only')
}
