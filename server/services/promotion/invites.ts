import { type InviteSums, sumsOfInviter } from '../../../db/tables/promotion'
import { findUser } from '../../../db/tables/users'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { ServiceDeps } from '../service-deps'

export interface Invites extends InviteSums {
  /** Users who came by the code. */
  readonly invited: number
}

/** What a user's invitations have brought. Throws `user.not_found`. */
export async function invitesOf({ db }: ServiceDeps, userId: number): Promise<Invites> {
  const user = await findUser(db.lists, userId)
  if (user === undefined) throw new GatewayError('user.not_found', { user: userId })
  return { invited: user.aff_count, ...(await sumsOfInviter(db.lists, userId)) }
}
