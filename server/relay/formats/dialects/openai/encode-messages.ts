/**
 * Turns into OpenAI's flat message list. Results of tools become messages of their own and
 * stand first, because they must follow the call directly.
 */
import type {
  AudioPart,
  ChatMessage,
  ChatRequest,
  FilePart,
  ImagePart,
  JsonObject,
  MediaSource,
  Part,
  RedactedThinkingPart,
  ThinkingPart,
  ToolCallPart,
  ToolResultPart,
} from '../../../wire/chat'
import { promptsOf } from '../fitting'
import { writeDetail } from './reasoning-details'

export interface MessageContext {
  readonly losses: Set<string>
  readonly thinking: ThinkingBack
}

/**
 * How earlier thinking goes back: as signed details, as `reasoning_content`, or not at all,
 * because the vendor refuses or ignores it.
 */
export type ThinkingBack = 'details' | 'text' | 'never'

export function encodeMessages(request: ChatRequest, context: MessageContext): JsonObject[] {
  const messages: JsonObject[] = []
  const system = promptsOf(request.system, context.losses)
  if (system.length > 0) {
    for (const part of system) noteCache(part, context)
    messages.push({ role: 'system', content: system.map((part) => part.text).join('\n') })
  }
  for (const message of request.messages) {
    if (message.role === 'assistant') messages.push(...encodeAssistant(message, context))
    else messages.push(...encodeUser(message, context))
  }
  if (request.messages.at(-1)?.role === 'assistant') context.losses.add('assistant_prefill')
  return messages
}

function encodeAssistant(message: ChatMessage, context: MessageContext): JsonObject[] {
  const toolCalls: JsonObject[] = []
  const thoughts: (ThinkingPart | RedactedThinkingPart)[] = []
  let text = ''
  for (const part of message.parts) {
    noteCache(part, context)
    if (part.type === 'text') text += part.text
    else if (part.type === 'tool_call') toolCalls.push(encodeCall(part, context))
    else if (part.type === 'thinking' || part.type === 'redacted_thinking') {
      thoughts.push(part)
    } else context.losses.add(`assistant.${part.type}`)
  }
  const reasoning = encodeReasoning(thoughts, toolCalls.length > 0, context)
  if (text === '' && toolCalls.length === 0 && Object.keys(reasoning).length === 0) return []
  return [
    {
      role: 'assistant',
      content: text === '' && toolCalls.length > 0 ? null : text,
      ...(message.name && { name: message.name }),
      ...reasoning,
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    },
  ]
}

function encodeCall(part: ToolCallPart, { losses }: MessageContext): JsonObject {
  if (part.signature !== undefined) losses.add('tool_call.signature')
  const called = { name: part.name, arguments: part.argumentsJson || '{}' }
  return { id: part.id, type: 'function', function: called }
}

function encodeReasoning(
  thoughts: readonly (ThinkingPart | RedactedThinkingPart)[],
  callsTools: boolean,
  { thinking, losses }: MessageContext,
): JsonObject {
  if (thinking === 'details') {
    const details = thoughts.map(writeDetail).filter((detail) => detail !== undefined)
    if (details.length < thoughts.length) losses.add('messages.thinking')
    return details.length === 0 ? {} : { reasoning_details: details }
  }
  if (thinking === 'never') {
    if (thoughts.length > 0) losses.add('messages.thinking')
    return {}
  }
  const texts = thoughts.flatMap((part) => (part.type === 'thinking' ? part.text : []))
  if (texts.length < thoughts.length) losses.add('messages.thinking')
  const reasoning = texts.join('')
  // A call of tools without the field is refused, also one that another model made.
  return reasoning === '' && !callsTools ? {} : { reasoning_content: reasoning }
}

function encodeUser(message: ChatMessage, context: MessageContext): JsonObject[] {
  const results: JsonObject[] = []
  const moved: JsonObject[] = []
  const content: JsonObject[] = []
  for (const part of message.parts) {
    noteCache(part, context)
    if (part.type !== 'tool_result') {
      const encoded = encodePart(part, context)
      if (encoded !== undefined) content.push(encoded)
      continue
    }
    results.push(encodeResult(part, context))
    moved.push(...imagesOf(part, context))
  }
  const all = [...moved, ...content]
  if (all.length === 0) return results
  const only = all.length === 1 ? all[0] : undefined
  const text = typeof only?.text === 'string' ? only.text : undefined
  const name = message.name && { name: message.name }
  return [...results, { role: 'user', content: text ?? all, ...name }]
}

function encodeResult(part: ToolResultPart, context: MessageContext): JsonObject {
  if (part.isError === true) context.losses.add('tool_result.is_error')
  for (const piece of part.parts) noteCache(piece, context)
  const texts = part.parts.flatMap((piece) => (piece.type === 'text' ? piece.text : []))
  return { role: 'tool', tool_call_id: part.toolCallId, content: texts.join('\n') }
}

/** A tool message takes text only, so its pictures go into the user message after it. */
function imagesOf(part: ToolResultPart, context: MessageContext): JsonObject[] {
  const images = part.parts.filter((piece) => piece.type === 'image')
  if (images.length === 0) return []
  context.losses.add('tool_result.image:moved')
  const caption = `Pictures from the result of ${part.name ?? part.toolCallId}:`
  return [{ type: 'text', text: caption }, ...images.map(encodeImage)]
}

function encodePart(part: Part, context: MessageContext): JsonObject | undefined {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'image':
      return encodeImage(part)
    case 'file':
      return encodeFile(part, context)
    case 'audio':
      return { type: 'input_audio', input_audio: audioOf(part) }
    default:
      context.losses.add(`user.${part.type}`)
      return undefined
  }
}

function encodeImage(part: ImagePart): JsonObject {
  const detail = part.detail && { detail: part.detail }
  return { type: 'image_url', image_url: { url: mediaUrl(part.source), ...detail } }
}

function encodeFile(part: FilePart, context: MessageContext): JsonObject | undefined {
  if (part.source.kind === 'url') {
    context.losses.add('file.url')
    return undefined
  }
  const filename = part.name ?? defaultName(part.source.mediaType)
  return { type: 'file', file: { filename, file_data: mediaUrl(part.source) } }
}

/** OpenAI refuses a file without a name. */
export function defaultName(mediaType: string): string {
  return mediaType === 'application/pdf' ? 'document.pdf' : 'document.txt'
}

export function audioOf(part: AudioPart): JsonObject {
  const subtype = part.mediaType.split('/')[1] ?? ''
  const format = subtype === 'mpeg' ? 'mp3' : subtype.replace(/^x-/, '')
  return { data: part.base64, format }
}

export function mediaUrl(source: MediaSource): string {
  return source.kind === 'url' ? source.url : `data:${source.mediaType};base64,${source.base64}`
}

function noteCache(part: Part, context: MessageContext): void {
  noteCacheControl(part, context.losses)
}

export function noteCacheControl(part: Part, losses: Set<string>): void {
  if ('cacheControl' in part && part.cacheControl !== undefined) losses.add('cache_control')
}
