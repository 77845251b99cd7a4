/** What a channel type is called, and why its channels rest where the vendor has gone. */
import type { ChannelTypeRow } from '../../../server/domain/channel-types/channel-type'
import { successorOf } from '../../../server/domain/channels/retired-types'
import { type Phrase, words } from '../../words'

/** Told in the reader's language, unlike other names. */
export function typeWords({ name }: ChannelTypeRow): Phrase {
  return { pattern: name, values: [] }
}

export function restWords(type: ChannelTypeRow): Phrase {
  const successor = successorOf(type)
  return successor === undefined
    ? words`cannot relay yet`
    : words`retired, use ${typeWords(successor)}`
}
