/** Why channels of a type rest, and what serves instead where the vendor has gone. */
import type { ChannelTypeRow } from '../../../server/domain/channel-types/channel-type'
import { successorOf } from '../../../server/domain/retired-types'
import { type Phrase, words } from '../../words'

export function restWords(type: ChannelTypeRow): Phrase {
  const successor = successorOf(type)
  return successor === undefined ? words`cannot relay yet` : words`retired, use ${successor.name}`
}
