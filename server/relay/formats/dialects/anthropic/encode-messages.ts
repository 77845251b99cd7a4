/**
 * The conversation as Anthropic's alternating turns. Neighbours of one role are one turn,
 * results of tools stand first in theirs, and the first turn must be the user's.
 */
import type {
  ChatMessage,
  FilePart,
  ImagePart,
  JsonObject,
  Part,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../../../wire/chat'
import { isForeign } from '../../chat/signatures'
import { isObject, parseJson } from '../json-fields'

/** Stands where a turn is needed and the client gave no text. */
const FILLER: JsonObject = { type: 'text', text: '...' }

/** Asks a model for more where it refuses to go on from an answer that was begun for it. */
const GO_ON: JsonObject = { type: 'text', text: 'Continue from where you left off.' }

export interface MessageContext {
  readonly losses: Set<string>
  /** The last turn may be the assistant's. */
  readonly takesPrefill: boolean
  /** Earlier thinking is wanted back and nobody verifies its signature. */
  readonly keepsUnsigned: boolean
  /** Media types of files that are read as they are; other texts become plain ones. */
  readonly documents: ReadonlySet<string>
}

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly blocks: JsonObject[]
}

export function encodeMessages(
  messages: readonly ChatMessage[],
  context: MessageContext,
): readonly JsonObject[] {
  const { losses, takesPrefill } = context
  const turns: Turn[] = []
  for (const message of messages) {
    if (message.name !== undefined) losses.add('messages.name')
    const blocks = message.parts.flatMap((part) => encodePart(part, context))
    const last = turns.at(-1)
    if (last?.role === message.role) last.blocks.push(...blocks)
    else if (blocks.length > 0 || message.role === 'user') {
      turns.push({ role: message.role, blocks })
    }
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', blocks: [] })
  trimPrefill(turns)
  if (!takesPrefill && turns.at(-1)?.role === 'assistant') {
    losses.add('assistant_prefill')
    turns.push({ role: 'user', blocks: [GO_ON] })
  }
  return turns.map(({ role, blocks }) => ({
    role,
    content: blocks.length === 0 ? [FILLER] : ordered(blocks),
  }))
}

export function encodeSystem(
  system: readonly TextPart[],
): string | readonly JsonObject[] | undefined {
  const parts = system.filter((part) => part.text !== '')
  if (parts.length === 0) return undefined
  const isPlain = parts.length === 1 && parts[0]?.cacheControl === undefined
  return isPlain ? parts[0]?.text : parts.map(textBlock)
}

/** Anthropic wants results before any other block of their turn. */
function ordered(blocks: readonly JsonObject[]): readonly JsonObject[] {
  const results = blocks.filter((block) => block.type === 'tool_result')
  if (results.length === 0) return blocks
  return [...results, ...blocks.filter((block) => block.type !== 'tool_result')]
}

/** Anthropic refuses an answer begun by the client that ends in white space. */
function trimPrefill(turns: readonly Turn[]): void {
  const last = turns.at(-1)
  const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
  if (last === undefined || block?.type !== 'text' || typeof block.text !== 'string') return
  const text = block.text.trimEnd()
  if (text === '') last.blocks.pop()
  else last.blocks[last.blocks.length - 1] = { ...block, text }
}

function encodePart(part: Part, context: MessageContext): readonly JsonObject[] {
  const { losses, keepsUnsigned } = context
  switch (part.type) {
    case 'text':
      return part.text.trim() === '' ? [] : [textBlock(part)]
    case 'image':
      return [imageBlock(part)]
    case 'file':
      return fileBlocks(part, context)
    case 'audio':
      losses.add('input_audio')
      return []
    case 'thinking':
      if (part.signature !== undefined && !isForeign(part.signature)) {
        return [{ type: 'thinking', thinking: part.text, signature: part.signature }]
      }
      if (keepsUnsigned) return [{ type: 'thinking', thinking: part.text, signature: '' }]
      // Without its own proof Anthropic refuses a thought.
      losses.add('messages.thinking')
      return []
    case 'redacted_thinking':
      if (!isForeign(part.blob)) return [{ type: 'redacted_thinking', data: part.blob }]
      losses.add('messages.thinking')
      return []
    case 'tool_call':
      return [toolUseBlock(part, losses)]
    case 'tool_result':
      return [toolResultBlock(part)]
  }
}

function textBlock(part: TextPart): JsonObject {
  return { type: 'text', text: part.text, ...cached(part) }
}

function imageBlock(part: ImagePart): JsonObject {
  const { source } = part
  const encoded =
    source.kind === 'url'
      ? { type: 'url', url: source.url }
      : { type: 'base64', media_type: source.mediaType, data: source.base64 }
  return { type: 'image', source: encoded, ...cached(part) }
}

/** Other files than those and texts cannot be read. */
function fileBlocks(part: FilePart, { documents, losses }: MessageContext): readonly JsonObject[] {
  const source = documentSource(part, documents)
  if (source === undefined) {
    losses.add('file')
    return []
  }
  const title = part.name && { title: part.name }
  return [{ type: 'document', source, ...title, ...cached(part) }]
}

function documentSource(
  { source }: FilePart,
  documents: ReadonlySet<string>,
): JsonObject | undefined {
  if (source.kind === 'url') return { type: 'url', url: source.url }
  const { mediaType, base64 } = source
  if (documents.has(mediaType)) {
    return { type: 'base64', media_type: mediaType, data: base64 }
  }
  if (!mediaType.startsWith('text/')) return undefined
  const data = Buffer.from(base64, 'base64').toString()
  return { type: 'text', media_type: 'text/plain', data }
}

function toolUseBlock(part: ToolCallPart, losses: Set<string>): JsonObject {
  if (part.signature !== undefined) losses.add('tool_call.signature')
  const { name, argumentsJson } = part
  const input = parseInput(argumentsJson, losses)
  return { type: 'tool_use', id: part.id, name, input, ...cached(part) }
}

/** Input must be an object; anything else a model once wrote is kept inside one. */
function parseInput(argumentsJson: string, losses: Set<string>): JsonObject {
  if (argumentsJson.trim() === '') return {}
  const value = parseJson(argumentsJson)
  if (isObject(value)) return value
  losses.add('tool_calls.arguments')
  return { arguments: value ?? argumentsJson }
}

function toolResultBlock(part: ToolResultPart): JsonObject {
  const content = part.parts.flatMap((piece) => {
    if (piece.type === 'image') return [imageBlock(piece)]
    return piece.text === '' ? [] : [textBlock(piece)]
  })
  return {
    type: 'tool_result',
    tool_use_id: part.toolCallId,
    ...(content.length > 0 && { content }),
    ...(part.isError !== undefined && { is_error: part.isError }),
    ...cached(part),
  }
}

function cached(part: { readonly cacheControl?: JsonObject }): JsonObject {
  return part.cacheControl === undefined ? {} : { cache_control: part.cacheControl }
}
