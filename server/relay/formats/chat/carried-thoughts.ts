/**
 * Thoughts of other vendors on their way through a client of Gemini. Such clients throw thoughts
 * away and bring back the one signature that stands on what the model said next, so that is where
 * the thoughts travel, with the proofs that their vendor wants to see again.
 */
import type { Json, RedactedThinkingPart, ThinkingPart } from '../../wire/chat'

export type Thought = ThinkingPart | RedactedThinkingPart

const MARK = 'gw-thoughts:'

/** How every such signature begins: Google's are base64, and some clients decode them. */
export const CARRIED_BEGIN = base64Of(MARK)

export function carryThoughts(thoughts: readonly Thought[]): string {
  return base64Of(MARK + JSON.stringify(thoughts.map(packed)))
}

/** `undefined` for a signature of Google's own. */
export function carriedThoughts(signature: string): readonly Thought[] | undefined {
  if (!signature.startsWith(CARRIED_BEGIN)) return undefined
  const text = Buffer.from(signature, 'base64').toString()
  const list = parsed(text.slice(MARK.length))
  return Array.isArray(list) ? list.flatMap(unpacked) : []
}

function packed(thought: Thought): Json {
  if (thought.type === 'redacted_thinking') return { blob: thought.blob }
  const { text, signature } = thought
  return signature === undefined ? { text } : { text, signature }
}

/** Clients can change what they carry. */
function unpacked(value: unknown): readonly Thought[] {
  if (typeof value !== 'object' || value === null) return []
  if ('blob' in value && typeof value.blob === 'string') {
    return [{ type: 'redacted_thinking', blob: value.blob }]
  }
  if (!('text' in value) || typeof value.text !== 'string') return []
  const { text } = value
  const isSigned = 'signature' in value && typeof value.signature === 'string'
  return [{ type: 'thinking', text, ...(isSigned && { signature: String(value.signature) }) }]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64')
}
