/** Turns as a flat list; pictures are bytes next to the text, and results name their tool. */
import type { ChatMessage, ChatRequest, JsonObject, Part, ToolResultPart } from '../../../wire/chat'
import { promptsOf } from '../fitting'
import { objectOf, parseObject, withoutUndefined } from '../json-fields'

export function encodeMessages(
  { system, messages }: ChatRequest,
  losses: Set<string>,
): JsonObject[] {
  const prompts = promptsOf(system, losses)
  for (const part of prompts) note(part, losses)
  const head =
    prompts.length === 0
      ? []
      : [{ role: 'system', content: prompts.map(({ text }) => text).join('\n') }]
  return [...head, ...messages.flatMap((message) => encodeMessage(message, losses))]
}

function encodeMessage(message: ChatMessage, losses: Set<string>): JsonObject[] {
  const { role, parts } = message
  if (message.name !== undefined) losses.add('messages.name')
  for (const part of parts) note(part, losses)
  const results = parts.filter((part) => part.type === 'tool_result').map(encodeResult)
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  const thoughts = parts.flatMap((part) => (part.type === 'thinking' ? part.text : []))
  const images = imagesOf(parts)
  const calls = parts.filter((part) => part.type === 'tool_call').map(encodeCall)
  const said = texts.length + images.length + calls.length
  if (said === 0) return results
  const own = withoutUndefined({
    role,
    content: texts.join('\n'),
    thinking: thoughts.length === 0 ? undefined : thoughts.join(''),
    images: images.length === 0 ? undefined : images,
    tool_calls: calls.length === 0 ? undefined : calls,
  })
  return [...results, own]
}

function encodeCall({ name, argumentsJson }: Extract<Part, { type: 'tool_call' }>): JsonObject {
  return { function: { name, arguments: parseObject(argumentsJson) ?? {} } }
}

function encodeResult({ name, parts }: ToolResultPart): JsonObject {
  const images = imagesOf(parts)
  return withoutUndefined({
    role: 'tool',
    content: parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n'),
    tool_name: name,
    images: images.length === 0 ? undefined : images,
  })
}

function imagesOf(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    part.type === 'image' && part.source.kind === 'base64' ? part.source.base64 : [],
  )
}

const UNTAKEN: ReadonlySet<Part['type']> = new Set(['file', 'audio', 'redacted_thinking'])

function note(part: Part, losses: Set<string>): void {
  if (UNTAKEN.has(part.type)) losses.add(part.type === 'audio' ? 'input_audio' : part.type)
  if (part.type === 'tool_result' && part.isError === true) losses.add('tool_result.is_error')
  if ('cacheControl' in part && objectOf(part.cacheControl) !== undefined) {
    losses.add('cache_control')
  }
}
