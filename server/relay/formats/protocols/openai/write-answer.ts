import type { ChatAnswer, ChatChoice, FinishReason, JsonObject, Part } from '../../../wire/chat'
import { finishOf } from '../finish'
import type { AnswerContext } from '../protocol'
import { writeAnnotations } from './citations'
import { writeReasoning } from './reasoning'
import { writeToolSignature } from './tool-signature'
import { writeUsage } from './usage'

const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'stop',
  stop_sequence: 'stop',
  length: 'length',
  tool_calls: 'tool_calls',
  content_filter: 'content_filter',
  refusal: 'content_filter',
  pause: 'stop',
}

export function writeFinish(reason: FinishReason, calledTools: boolean): string {
  return FINISH_REASONS[finishOf(reason, calledTools)]
}

/** Clients of OpenAI recognise answers by this prefix; ids of other vendors lack it. */
export function answerId(upstreamId: string, requestId: string): string {
  const id = upstreamId || requestId
  return id.startsWith('chatcmpl-') ? id : `chatcmpl-${id}`
}

export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  return {
    id: answerId(answer.id, context.requestId),
    object: 'chat.completion',
    created: answer.createdSeconds ?? context.nowSeconds,
    model: context.model,
    choices: answer.choices.map(writeChoice),
    ...(answer.usage && { usage: writeUsage(answer.usage) }),
  }
}

function writeChoice(choice: ChatChoice, index: number): JsonObject {
  const toolCalls = choice.parts.flatMap(writeToolCall)
  const annotations = choice.parts.flatMap(annotationsOf)
  return {
    index,
    message: {
      role: 'assistant',
      content: contentOf(choice.parts, toolCalls.length > 0),
      refusal: null,
      ...(annotations.length > 0 && { annotations }),
      ...writeReasoning(choice.parts),
      ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    },
    logprobs: null,
    finish_reason: writeFinish(choice.finishReason, toolCalls.length > 0),
  }
}

function annotationsOf(part: Part): readonly JsonObject[] {
  return part.type === 'text' ? (part.citations ?? []).flatMap(writeAnnotations) : []
}

/** `null` only with tool calls: clients take a missing text for an error otherwise. */
function contentOf(parts: readonly Part[], calledTools: boolean): string | null {
  let text = ''
  for (const part of parts) if (part.type === 'text') text += part.text
  return text === '' && calledTools ? null : text
}

function writeToolCall(part: Part): JsonObject[] {
  if (part.type !== 'tool_call') return []
  const called = { name: part.name, arguments: part.argumentsJson || '{}' }
  const signature = writeToolSignature(part.signature)
  return [{ id: part.id, type: 'function', function: called, ...signature }]
}
