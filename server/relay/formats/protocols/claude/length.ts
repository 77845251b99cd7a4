import { usage } from '../../../../domain/money/usage'
import type { JsonObject } from '../../../wire/chat'
import { lastObject } from '../last-object'
import type { LengthFacts, SentFrames } from '../protocol'
import { writeUsage } from './usage'

/** The end of a message that has to end here, as if it had reached its greatest length. */
export function lengthFrames({ tail }: SentFrames, { billed }: LengthFacts): string {
  const newest = lastObject(tail, ({ index }) => typeof index === 'number')
  const isOpen = newest !== undefined && newest.type !== 'content_block_stop'
  const closed = isOpen ? frame('content_block_stop', { index: newest.index }) : ''
  const delta = { stop_reason: 'max_tokens', stop_sequence: null }
  const totals = writeUsage(billed ?? usage({}))
  return `${closed}${frame('message_delta', { delta, usage: totals })}${frame('message_stop', {})}`
}

function frame(type: string, payload: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...payload })}\n\n`
}
