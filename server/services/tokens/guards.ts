import { findToken, type TokenRow } from '../../../db/tables/tokens'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Actor, Queries } from '../service-deps'

/** A token of the actor's own; the command line may touch any. Others' tokens do not exist. */
export async function ownToken(queries: Queries, actor: Actor, id: number): Promise<TokenRow> {
  const token = await findToken(queries, id)
  if (token === undefined || (actor.kind === 'user' && token.user_id !== actor.id)) {
    throw new GatewayError('token.not_found', { token: id })
  }
  return token
}
