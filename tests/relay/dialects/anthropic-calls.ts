import { anthropicDialect } from '../../../server/relay/formats/dialects/anthropic'
import type { ChatMessage, ChatRequest, Part } from '../../../server/relay/wire/chat'
import { type CallFacts, chatRequest, upstreamCall } from '../protocols/wire'

export function encode(
  part: Partial<ChatRequest>,
  model = 'claude-sonnet-4-5',
  facts: CallFacts = {},
) {
  const call = { requestedModel: model, upstreamModel: model }
  const encoded = anthropicDialect.chat?.encode(
    chatRequest(part),
    upstreamCall({ ...facts, type: { id: 14 }, call }),
  )
  if (encoded === undefined) throw new Error('no chat codec')
  return encoded
}

export function says(role: ChatMessage['role'], ...parts: readonly Part[]): ChatMessage {
  return { role, parts }
}

export const text = (words: string): Part => ({ type: 'text', text: words })
export const call = (id: string, argumentsJson = '{}'): Part => ({
  type: 'tool_call',
  id,
  name: 'f',
  argumentsJson,
})
export const result = (toolCallId: string, ...parts: readonly Part[]): Part => ({
  type: 'tool_result',
  toolCallId,
  parts: parts.filter((part) => part.type === 'text' || part.type === 'image'),
})

export const TOOLS = [{ name: 'f', parameters: { type: 'object', properties: { x: {} } } }]
