import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, FinishReason, JsonObject, Part } from '../../../wire/chat'
import { finishReasonOf, type OwnWords } from '../finish-words'
import { countOf, objectOf, stringOf, textOf } from '../json-fields'
import { readUsage } from './usage'

export const OWN_WORDS: OwnWords = { stop: 'stop_sequence' }

/** Throws `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const text = stringOf(answer.result)
  const called = objectOf(answer.function_call)
  if (text === undefined && called === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no result' })
  }
  const said: readonly Part[] = text ? [{ type: 'text', text }] : []
  const usage = readUsage(answer.usage)
  return {
    id: textOf(answer.id) ?? '',
    model: '',
    createdSeconds: countOf(answer.created),
    choices: [
      {
        parts: called === undefined ? said : [...thoughtOf(called), ...said, callOf(called)],
        finishReason:
          otherReason(answer) ?? finishReasonOf(textOf(answer.finish_reason), OWN_WORDS),
      },
    ],
    ...(usage && { usage }),
  }
}

/** The vendor says in several ways why an answer ends. */
export function otherReason(answer: JsonObject): FinishReason | undefined {
  if (objectOf(answer.function_call) !== undefined) return 'tool_calls'
  if (answer.need_clear_history === true || answer.is_safe === 0) return 'content_filter'
  return answer.is_truncated === true ? 'length' : undefined
}

/** One call per answer, and without an id. */
export function callOf(called: JsonObject) {
  return {
    type: 'tool_call',
    id: '',
    name: textOf(called.name) ?? '',
    argumentsJson: stringOf(called.arguments) ?? '',
  } as const
}

export function thoughtOf(called: JsonObject): readonly { type: 'thinking'; text: string }[] {
  const text = textOf(called.thoughts)
  return text === undefined ? [] : [{ type: 'thinking', text }]
}
