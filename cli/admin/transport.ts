/** The gateway that a command is for, wherever it is. */
import type { CommandContext } from '../command/context'
import type { ChosenGateway } from '../runtime/chosen-gateway'
import type { Transport } from './api'
import { httpTransport } from './http'

/** Of this machine unless a context says otherwise; the caller closes it. */
export async function openTransport(context: CommandContext): Promise<Transport> {
  const chosen = context.gateway()
  if (chosen !== undefined) return remoteTransport(chosen)
  const { openLocal } = await import('./local')
  return await openLocal(context)
}

export function remoteTransport(
  gateway: Pick<ChosenGateway, 'url' | 'user_id' | 'access_token'>,
): Transport {
  const { url, user_id: userId, access_token } = gateway
  return httpTransport({ url, userId, credential: { authorization: `Bearer ${access_token}` } })
}
