/** Types of channels that nothing goes through, and what takes their place. */

import { canRelay } from '../calls/model-calls'
import { channelTypeById } from '../channel-types'
import type { ChannelTypeRow } from '../channel-types/channel-type'
import { GatewayError } from '../errors/gateway-error'
import { reasonToRest, type TypeReader } from './type-name'

/** Throws `channel.type_retired` or `channel.type_not_relayed`. */
export function refuseUnrelayed(type: ChannelTypeRow): void {
  if (canRelay(type)) return
  const successor = successorOf(type)
  if (successor === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: type.name })
  }
  throw new GatewayError('channel.type_retired', { type: type.name, successor: successor.name })
}

/** Why nothing goes through channels of the type, in a few words. */
export function restReason(type: ChannelTypeRow, reader: TypeReader): string {
  return reasonToRest(successorOf(type), reader)
}

export function successorOf({ successor }: ChannelTypeRow): ChannelTypeRow | undefined {
  return successor === undefined ? undefined : channelTypeById(successor)
}
