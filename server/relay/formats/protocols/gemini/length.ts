import { lastObject } from '../last-object'
import type { LengthFacts, SentFrames } from '../protocol'
import { interactionLength, isInteraction } from './interaction-end'
import { frameOf, writeUsage } from './usage'

/** The end of an answer that has to end here, as if it had reached its greatest length. */
export function lengthFrames(sent: SentFrames, facts: LengthFacts): string | undefined {
  if (isInteraction(sent)) return interactionLength(sent, facts)
  const { billed, choices } = facts
  const { tail } = sent
  const last = lastObject(tail, ({ candidates }) => Array.isArray(candidates))
  if (last === undefined) return undefined
  const candidates = Array.from({ length: choices }, (_, index) => ({
    content: { role: 'model', parts: [{ text: '' }] },
    finishReason: 'MAX_TOKENS',
    index,
  }))
  const usageField = billed === undefined ? {} : { usageMetadata: writeUsage(billed) }
  return frameOf({ ...last, candidates, ...usageField })
}
