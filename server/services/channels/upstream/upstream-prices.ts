import { GatewayError } from '../../../domain/errors/gateway-error'
import type { ServiceDeps } from '../../service-deps'
import { typeName } from '../fields'
import { existingChannel } from '../show'

/** What another gateway asks for its models. Throws `channel.prices_unsupported`, relay errors. */
export async function upstreamPrices(
  deps: ServiceDeps,
  id: number,
): Promise<Readonly<Record<string, unknown>>> {
  const { type } = await existingChannel(deps.db.reader, id)
  const ports = deps.channelPorts
  if (ports === undefined) {
    throw new GatewayError('channel.prices_unsupported', { type: typeName(type) })
  }
  return await ports.readPrices(id)
}
