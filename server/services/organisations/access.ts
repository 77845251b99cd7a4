/** Who may act for an organisation. */
import { findMembership, type Membership } from '../../../db/tables/organisations'
import { type MemberAccess, type MemberRole, mayAs } from '../../domain/accounts/membership'
import { GatewayError } from '../../domain/errors/gateway-error'
import { USER_STATUS } from '../../domain/status'
import type { Actor, Queries, ServiceDeps } from '../service-deps'
import type { Viewer } from '../sessions/identify'
import { toUserView } from '../users/view'

export interface ActingFor {
  /** As the person who asks. */
  readonly viewer: Viewer
  readonly organisationId: number
  readonly access: MemberAccess
}

/**
 * The same viewer on behalf of the organisation. Throws `organisation.not_found` for one that the
 * person is not in, `organisation.disabled` and `organisation.role_needed`.
 */
export async function actForOrganisation(
  deps: ServiceDeps,
  { viewer, organisationId, access }: ActingFor,
): Promise<Viewer> {
  const { id: personId, username: personName } = viewer.user
  const { member, organisation } = await membershipIn(deps.db.reader, {
    userId: personId,
    organisationId,
  })
  if (organisation.status !== USER_STATUS.enabled) throw new GatewayError('organisation.disabled')
  if (!mayAs(member.role, access)) throw new GatewayError('organisation.role_needed')
  const { id, role } = member
  return { ...viewer, user: toUserView(organisation), member: { id, role, personId, personName } }
}

/** Of an active member. Throws `organisation.not_found`. */
export async function membershipIn(
  queries: Queries,
  place: { readonly userId: number; readonly organisationId: number },
): Promise<Membership> {
  const found = await findMembership(queries, place)
  if (found === undefined || found.member.state !== 'active') {
    throw new GatewayError('organisation.not_found')
  }
  return found
}

/** What the actor is in the organisation that is acted for; the command line is an owner. */
export function roleOf(actor: Actor): MemberRole {
  return actor.member?.role ?? 'owner'
}
