/**
 * The conversation as Gemini's alternating `user` and `model` turns. Neighbours of one role
 * are one turn; a turn must not be empty, and the first one must be the user's.
 */
import type {
  ChatMessage,
  JsonObject,
  MediaSource,
  Part,
  ToolCallPart,
  ToolResultPart,
} from '../../../wire/chat'
import { signatureOf, UNKNOWN_SIGNATURE } from '../../chat/signatures'
import { parseObject } from '../json-fields'

/** Stands where a turn has nothing that Gemini would accept. */
const FILLER: JsonObject = { text: '...' }

export interface ContentsContext {
  /** Gemini 3 refuses a turn whose first call comes back unsigned. */
  readonly needsSignatures: boolean
  readonly losses: Set<string>
}

interface Turn {
  readonly role: 'user' | 'model'
  readonly parts: JsonObject[]
}

export function encodeContents(
  messages: readonly ChatMessage[],
  context: ContentsContext,
): readonly JsonObject[] {
  const names = new Map<string, string>()
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.name !== undefined) {
      context.losses.add('messages.name')
    }
    const role = message.role === 'assistant' ? 'model' : 'user'
    const parts = encodeParts(message.parts, names, context)
    const last = turns.at(-1)
    if (last?.role === role) {
      last.parts.push(...parts)
    } else {
      turns.push({ role, parts })
    }
  }
  if (turns[0]?.role !== 'user') {
    turns.unshift({ role: 'user', parts: [] })
  }
  return turns.map(({ role, parts }) => ({ role, parts: parts.length > 0 ? parts : [FILLER] }))
}

/**
 * A signature read from a thinking part belongs to what the model wrote next, so it is
 * carried to the following part, or sent alone when the message ends.
 */
function encodeParts(
  parts: readonly Part[],
  names: Map<string, string>,
  context: ContentsContext,
): JsonObject[] {
  const encoded: JsonObject[] = []
  let carried: string | undefined
  let hasCall = false
  for (const part of parts) {
    noteCache(part, context)
    if (part.type === 'thinking') {
      if (part.text !== '') encoded.push({ text: part.text, thought: true })
      carried = ownSignature(part.signature, context) ?? carried
      continue
    }
    const fallback = hasCall ? undefined : firstSignature(part, context)
    hasCall ||= part.type === 'tool_call'
    for (const piece of encodePart(part, names, context)) {
      const signature = callSignature(part) ?? carried ?? fallback
      carried = undefined
      encoded.push({ ...piece, ...(signature !== undefined && { thoughtSignature: signature }) })
    }
  }
  if (carried !== undefined) encoded.push({ text: '', thoughtSignature: carried })
  return encoded
}

/** Where Google wants one at the first call, whoever made it. */
function firstSignature(part: Part, { needsSignatures }: ContentsContext): string | undefined {
  return part.type === 'tool_call' && needsSignatures ? UNKNOWN_SIGNATURE : undefined
}

function noteCache(part: Part, { losses }: ContentsContext): void {
  if ('cacheControl' in part && part.cacheControl !== undefined) losses.add('cache_control')
}

/** Google verifies signatures, too, and refuses those of other vendors. */
function ownSignature(
  signature: string | undefined,
  { losses }: ContentsContext,
): string | undefined {
  if (signature === undefined) return undefined
  const own = signatureOf('gemini', signature)
  if (own === undefined) losses.add('messages.thinking.signature')
  return own
}

function callSignature(part: Part): string | undefined {
  return part.type === 'tool_call' ? part.signature : undefined
}

function encodePart(
  part: Exclude<Part, { type: 'thinking' }>,
  names: Map<string, string>,
  context: ContentsContext,
): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return part.text === '' ? [] : [{ text: part.text }]
    case 'image':
      if (part.detail === 'low' || part.detail === 'high') {
        context.losses.add('messages.image_url.detail')
      }
      return [encodeMedia(part.source)]
    case 'file':
      return [encodeMedia(part.source)]
    case 'audio':
      return [{ inlineData: { mimeType: part.mediaType, data: part.base64 } }]
    case 'tool_call':
      names.set(part.id, part.name)
      return [encodeCall(part, context)]
    case 'tool_result':
      return encodeResult(part, names, context)
    case 'redacted_thinking':
      context.losses.add('messages.redacted_thinking')
      return []
  }
}

/** Media is normally inlined before; an address that is left is for Google to fetch. */
function encodeMedia(source: MediaSource): JsonObject {
  return source.kind === 'base64'
    ? { inlineData: { mimeType: source.mediaType, data: source.base64 } }
    : { fileData: { fileUri: source.url } }
}

function encodeCall(part: ToolCallPart, context: ContentsContext): JsonObject {
  const args = part.argumentsJson.trim() === '' ? {} : parseObject(part.argumentsJson)
  if (args === undefined) {
    context.losses.add('messages.tool_calls.function.arguments')
  }
  return {
    functionCall: { ...(part.id !== '' && { id: part.id }), name: part.name, args: args ?? {} },
  }
}

function encodeResult(
  part: ToolResultPart,
  names: ReadonlyMap<string, string>,
  context: ContentsContext,
): readonly JsonObject[] {
  const name = part.name ?? names.get(part.toolCallId)
  if (name === undefined) {
    context.losses.add('messages.tool_call_id')
  }
  const text = part.parts.map((piece) => (piece.type === 'text' ? piece.text : '')).join('')
  const images = part.parts.flatMap((piece) =>
    piece.type === 'image' ? [encodeMedia(piece.source)] : [],
  )
  const response =
    part.isError === true ? { error: text } : (parseObject(text) ?? { content: text })
  const functionResponse = {
    ...(part.toolCallId !== '' && { id: part.toolCallId }),
    name: name ?? (part.toolCallId || 'unknown'),
    response,
  }
  return [{ functionResponse }, ...images]
}
