import type { ChannelTypeFacts } from '../../../server/domain/channels/type-facts'

/** Put in by the build. */
declare const CHANNEL_TYPE_FACTS: Readonly<Record<number, ChannelTypeFacts>>

/** `undefined` for ids nobody ever gave out. */
export function typeFacts(id: number): ChannelTypeFacts | undefined {
  return CHANNEL_TYPE_FACTS[id]
}
