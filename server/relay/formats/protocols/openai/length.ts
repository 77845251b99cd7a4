import type { JsonObject } from '../../../wire/chat'
import { lastObject } from '../last-object'
import type { LengthFacts, SentFrames } from '../protocol'
import { usageFrame } from './usage'

/** The end of a stream that has to end here, as if it had reached its greatest length. */
export function lengthFrames(
  { tail }: SentFrames,
  { billed, includeUsage, choices }: LengthFacts,
): string | undefined {
  const last = lastObject(tail, (chunk) => Array.isArray(chunk.choices))
  if (last === undefined) return undefined
  const { id, object, created, model } = last
  const part = object === 'text_completion' ? { text: '' } : { delta: {} }
  const frame = (index: number) => {
    const choice: JsonObject = { index, ...part, logprobs: null, finish_reason: 'length' }
    return `data: ${JSON.stringify({ id, object, created, model, choices: [choice] })}\n\n`
  }
  const ends = Array.from({ length: choices }, (_, index) => frame(index)).join('')
  const usageText = includeUsage && billed !== undefined ? usageFrame(billed, tail) : ''
  return `${ends}${usageText}data: [DONE]\n\n`
}
