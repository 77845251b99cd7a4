/**
 * Cohere's thoughts are signed by nobody. What other vendors want back with theirs stands in a
 * field next to the thought, which Cohere's clients bring back as it came.
 */

import { optionalString } from '../../../wire/body-fields'
import type { JsonObject } from '../../../wire/chat'
import { bytesOf } from '../../../wire/known-bytes'
import { carriedThoughts, carryThoughts, type Thought } from '../../chat/carried-thoughts'

/** Fields that Cohere itself does not take. */
export const FOREIGN_FIELDS = ['signature', 'extra_content'] as const

const TRACES = FOREIGN_FIELDS.map((name) => `"${name}"`)

export function mayHoldForeign(bytes: Buffer): boolean {
  return TRACES.some((trace) => bytes.includes(bytesOf(trace)))
}

/** A whole thought, or a piece of one that has no proof yet. */
export function writeThought(thought: Thought): JsonObject {
  if (thought.type === 'redacted_thinking') return proofOf(carryThoughts([thought]))
  const { text, signature } = thought
  return { thinking: text, ...(signature !== undefined && { signature }) }
}

export function proofOf(signature: string): JsonObject {
  return { thinking: '', signature }
}

export function readThought(part: JsonObject, path: string): readonly Thought[] {
  const text = optionalString(part.thinking, `${path}.thinking`) ?? ''
  const signature = optionalString(part.signature, `${path}.signature`)
  if (signature) return carriedThoughts(signature) ?? [{ type: 'thinking', text, signature }]
  return text === '' ? [] : [{ type: 'thinking', text }]
}
