/** Types of channels that nothing goes through, and what takes their place. */

import { channelTypeName } from './channel-type-name'
import { channelTypeById } from './channel-types'
import type { ChannelTypeRow } from './channel-types/channel-type'
import { GatewayError } from './errors/gateway-error'
import type { Language, TextKey, TextParams } from './i18n/translate'
import { canRelay } from './model-calls'

/** Throws `channel.type_retired` or `channel.type_not_relayed`. */
export function refuseUnrelayed(type: ChannelTypeRow): void {
  if (canRelay(type)) return
  const successor = successorOf(type)
  if (successor === undefined) {
    throw new GatewayError('channel.type_not_relayed', { type: type.name })
  }
  throw new GatewayError('channel.type_retired', { type: type.name, successor: successor.name })
}

interface Reader {
  readonly language: Language
  readonly text: (key: TextKey, params?: TextParams) => string
}

/** Why nothing goes through channels of the type, in a few words. */
export function restReason(type: ChannelTypeRow, { language, text }: Reader): string {
  const successor = successorOf(type)
  return successor === undefined
    ? text('channel.type_waits')
    : text('channel.type_gone', { type: channelTypeName(successor, language) })
}

export function successorOf({ successor }: ChannelTypeRow): ChannelTypeRow | undefined {
  return successor === undefined ? undefined : channelTypeById(successor)
}
