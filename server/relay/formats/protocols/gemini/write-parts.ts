/** Parts of an answer, with the thoughts before each on it as Gemini's clients bring them back. */

import type { JsonObject } from '../../../wire/chat'
import { carryThoughts, type Thought } from '../../chat/carried-thoughts'
import { signatureOf } from '../../chat/signatures'
import { callInput } from '../call-input'

export interface WrittenCall {
  readonly id: string
  readonly name: string
  readonly argumentsJson: string
  readonly signature?: string | undefined
}

export function textPart(text: string, before: readonly Thought[]): JsonObject {
  return { text, ...signed(before.some(isProof) ? proofOf(before) : undefined) }
}

export function thoughtPart(text: string): JsonObject {
  return { text, thought: true }
}

/** Some vendors want back what was thought before a call even if nobody signed it. */
export function callPart(call: WrittenCall, before: readonly Thought[]): JsonObject {
  const { id, name, argumentsJson, signature } = call
  const functionCall = { ...(id !== '' && { id }), name, args: callInput(argumentsJson) }
  return { functionCall, ...signed(signature ?? proofOf(before)) }
}

/** What is left when an answer ends in thoughts: a part that only carries them. */
export function lastPart(before: readonly Thought[]): readonly JsonObject[] {
  return before.some(isProof) ? [textPart('', before)] : []
}

function signed(signature: string | undefined): JsonObject {
  return signature === undefined ? {} : { thoughtSignature: signature }
}

function isProof(thought: Thought): boolean {
  return thought.type === 'redacted_thinking' || thought.signature !== undefined
}

/** Google's own signature stays what it is. */
function proofOf(before: readonly Thought[]): string | undefined {
  if (before.length === 0) return undefined
  for (const thought of before) {
    if (thought.type !== 'thinking' || thought.signature === undefined) continue
    const own = signatureOf('gemini', thought.signature)
    if (own !== undefined) return own
  }
  return carryThoughts(before)
}
