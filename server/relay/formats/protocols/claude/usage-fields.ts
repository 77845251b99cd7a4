/** Anthropic's SDKs read `usage` of two events without asking whether it is there. */

import { isObject } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { parseFrames } from '../../framings/frames'
import { parsedObject } from '../last-object'

/** Begins the name of either event; looked for in every piece, so nothing else is read. */
const EVENT = Buffer.from('"message_')

/** Zeros where an event lacks its usage; `frames` themselves when none does. */
export function withUsageFields(frames: Buffer): Buffer {
  if (!frames.includes(EVENT)) return frames
  const blocks = frames.toString().split(/(?<=\n\r?\n)/)
  const filled = blocks.map(withUsageField)
  const isSame = filled.every((block, at) => block === blocks[at])
  return isSame ? frames : Buffer.from(filled.join(''))
}

function withUsageField(block: string): string {
  const [frame] = parseFrames(block)
  const event = frame && parsedObject(frame.data)
  const complete = event && completed(event)
  if (frame === undefined || complete === undefined) return block
  const name = frame.name === '' ? '' : `event: ${frame.name}\n`
  return `${name}data: ${JSON.stringify(complete)}\n\n`
}

/** The event with usage; `undefined` for one that needs none, or has some. */
function completed(event: JsonObject): JsonObject | undefined {
  const { type, message, usage } = event
  if (type === 'message_delta' && !isObject(usage)) {
    return { ...event, usage: { output_tokens: 0 } }
  }
  if (type !== 'message_start' || !isObject(message) || isObject(message.usage)) return undefined
  return { ...event, message: { ...message, usage: { input_tokens: 0, output_tokens: 0 } } }
}
