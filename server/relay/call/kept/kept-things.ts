/** Which of a call's answer its upstream keeps, for the user to come back to. */

import { OPERATION_ROWS } from '../../formats/operations'
import type { Call } from '../call'
import type { Encoding } from '../encode/encode'
import { KeptContainer } from './kept-container'
import type { KeptThing } from './kept-thing'
import { KeptAnswer, type KeptAnswerPorts } from './stored-response'

/** `undefined` for what nobody can come back to, which costs nothing. */
export function keptThing(
  ports: KeptAnswerPorts,
  call: Call,
  { isNative, upstreamCall }: Encoding,
): KeptThing | undefined {
  const { operation, query } = call.facts
  const { channel } = upstreamCall
  if (!isNative) return undefined
  if (query.usesContainer === true) return new KeptContainer(ports, call, channel)
  const { keptAs: family } = OPERATION_ROWS[operation]
  if (family === undefined || query.keepsState !== true) return undefined
  const isKept = channel.type.keeps[family] !== undefined
  return isKept ? new KeptAnswer(ports, call, { channel, family }) : undefined
}
