/**
 * The conversation as a flat list of items: messages, reasoning, calls and their outputs, in the
 * order in which they were made.
 */
import type {
  ChatMessage,
  ChatRequest,
  FilePart,
  ImagePart,
  JsonObject,
  Part,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../../../wire/chat'
import { signatureOf } from '../../chat/signatures'
import { promptsOf } from '../fitting'
import { audioOf, defaultName, mediaUrl, noteCacheControl } from '../openai/encode-messages'

/** `instructions` and `input`. */
export function encodeInput(request: ChatRequest, losses: Set<string>): JsonObject {
  const input = request.messages.flatMap((message) => {
    if (message.name !== undefined) losses.add('messages.name')
    for (const part of message.parts) noteCacheControl(part, losses)
    return message.role === 'assistant' ? answerItems(message, losses) : userItems(message, losses)
  })
  if (request.messages.at(-1)?.role === 'assistant') losses.add('assistant_prefill')
  const system = promptsOf(request.system, losses)
  for (const part of system) noteCacheControl(part, losses)
  const prompt = system.map(({ text }) => text).join('\n')
  if (prompt === '') return { input }
  // An answer in JSON without a schema is refused where only the instructions speak of JSON.
  if (request.responseFormat?.type !== 'json_object') return { instructions: prompt, input }
  const content = [{ type: 'input_text', text: prompt }]
  return { input: [{ type: 'message', role: 'developer', content }, ...input] }
}

/** Reasoning is refused without the item that it led to. */
function answerItems({ parts }: ChatMessage, losses: Set<string>): readonly JsonObject[] {
  const items: JsonObject[] = []
  let text = ''
  const endText = () => {
    if (text === '') return
    const content = [{ type: 'output_text', text }]
    items.push({ type: 'message', role: 'assistant', content })
    text = ''
  }
  for (const part of parts) {
    if (part.type === 'text') {
      text += part.text
      continue
    }
    endText()
    const item = answerItem(part, losses)
    if (item !== undefined) items.push(item)
  }
  endText()
  while (items.at(-1)?.type === 'reasoning') {
    losses.add('messages.thinking')
    items.pop()
  }
  return items
}

function answerItem(part: Part, losses: Set<string>): JsonObject | undefined {
  switch (part.type) {
    case 'thinking':
      return reasoningItem(part.text, part.signature, losses)
    case 'redacted_thinking':
      return reasoningItem('', part.blob, losses)
    case 'tool_call':
      return callItem(part, losses)
    default:
      losses.add(`assistant.${part.type}`)
      return undefined
  }
}

/** Only with this API's own proof: what other vendors sign or show is refused. */
function reasoningItem(
  text: string,
  proof: string | undefined,
  losses: Set<string>,
): JsonObject | undefined {
  const encrypted = proof === undefined ? undefined : signatureOf('responses', proof)
  if (encrypted === undefined) {
    losses.add('messages.thinking')
    return undefined
  }
  const summary = text === '' ? [] : [{ type: 'summary_text', text }]
  return { type: 'reasoning', summary, encrypted_content: encrypted }
}

function callItem(part: ToolCallPart, losses: Set<string>): JsonObject {
  if (part.signature !== undefined) losses.add('tool_call.signature')
  const { id: call_id, name, argumentsJson } = part
  return { type: 'function_call', call_id, name, arguments: argumentsJson || '{}' }
}

/** Outputs follow their calls directly. */
function userItems({ parts }: ChatMessage, losses: Set<string>): readonly JsonObject[] {
  const outputs: JsonObject[] = []
  const content: JsonObject[] = []
  for (const part of parts) {
    if (part.type === 'tool_result') outputs.push(outputItem(part, losses))
    else content.push(...contentOf(part, losses))
  }
  return content.length === 0 ? outputs : [...outputs, { type: 'message', role: 'user', content }]
}

function outputItem(part: ToolResultPart, losses: Set<string>): JsonObject {
  if (part.isError === true) losses.add('tool_result.is_error')
  for (const piece of part.parts) noteCacheControl(piece, losses)
  const hasImage = part.parts.some((piece) => piece.type === 'image')
  const output = hasImage
    ? part.parts.map((piece) => (piece.type === 'image' ? imageOf(piece) : textOf(piece)))
    : part.parts.map((piece) => (piece.type === 'text' ? piece.text : '')).join('\n')
  return { type: 'function_call_output', call_id: part.toolCallId, output }
}

function contentOf(part: Part, losses: Set<string>): readonly JsonObject[] {
  switch (part.type) {
    case 'text':
      return [textOf(part)]
    case 'image':
      return [imageOf(part)]
    case 'file':
      return [fileOf(part)]
    case 'audio':
      return [{ type: 'input_audio', input_audio: audioOf(part) }]
    default:
      losses.add(`user.${part.type}`)
      return []
  }
}

function textOf({ text }: TextPart): JsonObject {
  return { type: 'input_text', text }
}

function imageOf({ source, detail = 'auto' }: ImagePart): JsonObject {
  return { type: 'input_image', image_url: mediaUrl(source), detail }
}

function fileOf({ source, name }: FilePart): JsonObject {
  if (source.kind === 'url') return { type: 'input_file', file_url: source.url }
  const filename = name ?? defaultName(source.mediaType)
  return { type: 'input_file', filename, file_data: mediaUrl(source) }
}
