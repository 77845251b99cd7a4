/** The gateway that a command is for, wherever it is. */
import type { CommandContext } from '../command/context'
import type { ChosenGateway } from '../runtime/chosen-gateway'
import { accessTokenOf } from '../runtime/context-tokens'
import type { Transport } from './api'
import { httpTransport } from './http'

/** Of this machine unless a context says otherwise; the caller closes it. */
export async function openTransport(context: CommandContext): Promise<Transport> {
  const chosen = context.gateway()
  if (chosen !== undefined) return await remoteTransport(chosen)
  const { openLocal } = await import('./local')
  return await openLocal(context)
}

export async function remoteTransport(
  gateway: Pick<ChosenGateway, 'name' | 'url' | 'user_id' | 'access_token'>,
): Promise<Transport> {
  const { url, user_id: userId } = gateway
  const authorization = `Bearer ${await accessTokenOf(gateway)}`
  return httpTransport({ url, userId, credential: { authorization } })
}
