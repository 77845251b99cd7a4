/** The gateway that a command is for, wherever it is. */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import type { ChosenGateway } from '../runtime/chosen-gateway'
import { accessTokenOf } from '../runtime/context-tokens'
import { words } from '../words'
import type { Transport } from './gateway-transport'
import { httpTransport } from './http'

/**
 * Of this machine unless a context says otherwise; the caller closes it. As whom is a choice of
 * this machine alone: elsewhere it is the context's.
 */
export async function openTransport(context: CommandContext, as?: string): Promise<Transport> {
  const chosen = context.gateway()
  if (chosen === undefined) {
    const { openLocal } = await import('./local')
    return await openLocal(context, as)
  }
  if (as === undefined || as === chosen.username) return await remoteTransport(chosen)
  throw new UsageError(words`--user works on this machine only; on ${chosen.name} you are yourself`)
}

/** Creates no database, so that a wrong folder is noticed. Throws `db.missing`. */
export async function openExisting(context: CommandContext, as?: string): Promise<Transport> {
  if (context.gateway() === undefined && (await context.peek()) === undefined) {
    throw new GatewayError('db.missing', { path: context.dataDir })
  }
  return await openTransport(context, as)
}

export async function remoteTransport(
  gateway: Pick<ChosenGateway, 'name' | 'url' | 'user_id' | 'access_token'>,
): Promise<Transport> {
  const { url, user_id: userId } = gateway
  const authorization = `Bearer ${await accessTokenOf(gateway)}`
  return httpTransport({ url, userId, credential: { authorization } })
}
