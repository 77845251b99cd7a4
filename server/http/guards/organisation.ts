/** On whose behalf a call is made: the caller's, or that of an organisation the caller is in. */
import { ORGANISATION_HEADER } from '../../domain/accounts/membership'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ApiEdge } from '../api-edge'
import type { Identity } from './identity'

/**
 * Comes after every guard that looks at the person. Throws `organisation.needed`,
 * `organisation.not_here`, and what says that this person may not act for it.
 */
export async function onBehalf(
  edge: ApiEdge,
  endpoint: Pick<Endpoint, 'role' | 'organisation' | 'needsOrganisation'>,
  { identity, request }: { readonly identity: Identity; readonly request: Request },
): Promise<Identity> {
  const named = request.headers.get(ORGANISATION_HEADER)?.trim() ?? ''
  const { organisation: access, needsOrganisation, role } = endpoint
  const { viewer } = identity
  if (named === '') {
    if (needsOrganisation) throw new GatewayError('organisation.needed')
    return identity
  }
  if (access === undefined) {
    // What anybody may read is the same for everybody.
    if (role === 'anonymous') return identity
    throw new GatewayError('organisation.not_here')
  }
  if (viewer === undefined) return identity
  const organisationId = /^\d{1,15}$/.test(named) ? Number(named) : 0
  const acting = { viewer, organisationId, access }
  return { ...identity, viewer: await edge.services.organisations.actFor(acting) }
}
