/**
 * OpenAI chat has no place for thinking. The de facto fields are used: `reasoning_content`
 * for the text, and `reasoning_details` for what must come back unchanged, so that signatures
 * survive a conversation of several turns.
 */

import { asList, asObject, isAbsent, isList, optionalString } from '../../../wire/body-fields'
import type { Json, JsonObject, Part, RedactedThinkingPart, ThinkingPart } from '../../../wire/chat'
import { isForeign } from '../../chat/signatures'

type ReasoningPart = ThinkingPart | RedactedThinkingPart

/** Thinking parts of an assistant message that a client sends back. */
export function readReasoning(message: JsonObject, path: string): readonly ReasoningPart[] {
  const details = message.reasoning_details
  if (isList(details) && details.length > 0)
    return readDetails(details, `${path}.reasoning_details`)
  if (!isAbsent(details)) asList(details, `${path}.reasoning_details`)
  const text =
    optionalString(message.reasoning_content, `${path}.reasoning_content`) ||
    optionalString(message.reasoning, `${path}.reasoning`)
  return text ? [{ type: 'thinking', text }] : []
}

/**
 * A client that collected a stream sends the details in fragments; those of one `index`
 * belong together.
 */
function readDetails(details: readonly Json[], path: string): readonly ReasoningPart[] {
  const parts: ReasoningPart[] = []
  let lastIndex: Json | undefined
  for (const [at, value] of details.entries()) {
    const here = `${path}[${at}]`
    const detail = asObject(value, here)
    if (detail.type === 'reasoning.encrypted') {
      const blob = optionalString(detail.data, `${here}.data`)
      if (blob) parts.push({ type: 'redacted_thinking', blob })
      lastIndex = undefined
      continue
    }
    const text = readDetailText(detail, here)
    const signature = optionalString(detail.signature, `${here}.signature`)
    const previous = parts.at(-1)
    const continues = typeof detail.index === 'number' && detail.index === lastIndex
    if (continues && previous?.type === 'thinking') {
      parts[parts.length - 1] = joined(previous, text, signature)
    } else {
      parts.push({ type: 'thinking', text, ...(signature && { signature }) })
    }
    lastIndex = detail.index
  }
  return parts
}

function readDetailText(detail: JsonObject, path: string): string {
  const text = optionalString(detail.text, `${path}.text`)
  return text ?? optionalString(detail.summary, `${path}.summary`) ?? ''
}

function joined(part: ThinkingPart, text: string, signature: string | undefined): ThinkingPart {
  return { ...part, text: part.text + text, ...(signature && { signature }) }
}

/** The reasoning fields of a whole answer's message; empty when the model showed none. */
export function writeReasoning(parts: readonly Part[]): JsonObject {
  const details: JsonObject[] = []
  let text = ''
  for (const part of parts) {
    if (part.type === 'thinking') {
      text += part.text
      details.push(textDetail(details.length, part.text, part.signature))
    } else if (part.type === 'redacted_thinking') {
      details.push(encryptedDetail(details.length, part.blob))
    }
  }
  if (details.length === 0) return {}
  return { ...(text && { reasoning_content: text }), reasoning_details: details }
}

export function textDetail(index: number, text: string, signature?: string): JsonObject {
  return {
    type: 'reasoning.text',
    index,
    text,
    ...(signature && { signature, ...formatOf(signature) }),
  }
}

export function encryptedDetail(index: number, blob: string): JsonObject {
  return { type: 'reasoning.encrypted', index, data: blob, ...formatOf(blob) }
}

/** Names whose proof it is in the words of OpenRouter; others carry a mark of their own. */
function formatOf(proof: string): JsonObject {
  return isForeign(proof) ? {} : { format: 'anthropic-claude-v1' }
}
