import type { JsonObject } from '../../../wire/chat'
import { lastObject } from '../last-object'
import type { LengthFacts, SentFrames } from '../protocol'
import { DONE, END, frame } from './frame'
import { writeUsage } from './usage'

/** Events of a piece that is not at its end, and the event that ends it. */
const ENDS: Readonly<Record<string, string>> = {
  'content-start': 'content-end',
  'content-delta': 'content-end',
  'tool-call-start': 'tool-call-end',
  'tool-call-delta': 'tool-call-end',
}

/** The end of an answer that has to end here, as if it had reached its greatest length. */
export function lengthFrames({ tail }: SentFrames, { billed }: LengthFacts): string {
  const newest = lastObject(tail, ({ type }) => /^(?:content|tool-call)-/.test(String(type)))
  const type = typeof newest?.type === 'string' ? ENDS[newest.type] : undefined
  const closed = type === undefined ? '' : frame({ type, index: newest?.index })
  const delta: JsonObject = {
    finish_reason: 'MAX_TOKENS',
    ...(billed && { usage: writeUsage(billed) }),
  }
  return closed + frame({ type: END, delta }) + DONE
}
