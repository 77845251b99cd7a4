import { findToken, type TokenRow } from '../../../db/tables/tokens'
import { findUser } from '../../../db/tables/users'
import { ownMemberId } from '../../domain/accounts/membership'
import { mayManage } from '../../domain/accounts/roles'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, Queries } from '../service-deps'

/** A token of the actor's own; the command line may touch any. Others' tokens do not exist. */
export async function ownToken(queries: Queries, actor: Actor, id: number): Promise<TokenRow> {
  const token = await findToken(queries, id)
  const memberId = ownMemberId(actor.member)
  const isOther =
    token === undefined ||
    (actor.kind === 'user' && token.user_id !== actor.id) ||
    (memberId !== undefined && token.member_id !== memberId)
  if (isOther) {
    throw new GatewayError('token.not_found', { token: id })
  }
  return token
}

/** For admins: an own token, or one of a user whom the actor outranks. */
export async function manageableToken(
  queries: Queries,
  actor: Actor,
  id: number,
): Promise<TokenRow> {
  const token = await findToken(queries, id)
  if (token === undefined) throw new GatewayError('token.not_found', { token: id })
  if (token.user_id === actor.id) return token
  const owner = await findUser(queries, token.user_id)
  if (!mayManage(actor.role, owner?.role ?? 0)) throw new GatewayError('user.outranked')
  return token
}
