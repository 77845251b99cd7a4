import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatAnswer, JsonObject, Part } from '../../../wire/chat'
import { finishReasonOf } from '../finish-words'
import { isObject, objectOf, objectsOf, stringOf, textOf } from '../json-fields'
import { readUsage } from './usage'

export interface Piece {
  readonly thinking: string
  readonly text: string
  readonly calls: readonly Extract<Part, { type: 'tool_call' }>[]
}

/** `undefined` for what has no message. */
export function readPiece(answer: JsonObject): Piece | undefined {
  const message = objectOf(answer.message)
  if (message === undefined) return undefined
  return {
    thinking: stringOf(message.thinking) ?? '',
    text: stringOf(message.content) ?? '',
    calls: objectsOf(message.tool_calls).map((call) => {
      const called = objectOf(call.function)
      const id = textOf(call.id) ?? ''
      const name = textOf(called?.name) ?? ''
      return { type: 'tool_call', id, name, argumentsJson: argumentsOf(called) }
    }),
  }
}

function argumentsOf(called: JsonObject | undefined): string {
  const given = called?.arguments
  return isObject(given) ? JSON.stringify(given) : (stringOf(given) ?? '')
}

/** Throws `upstream.invalid_answer`. */
export function readAnswer(answer: JsonObject): ChatAnswer {
  const piece = readPiece(answer)
  if (piece === undefined) {
    throw new GatewayError('upstream.invalid_answer', { reason: 'it has no message' })
  }
  const { thinking, text, calls } = piece
  const parts: Part[] = []
  if (thinking !== '') parts.push({ type: 'thinking', text: thinking })
  if (text !== '') parts.push({ type: 'text', text })
  parts.push(...calls)
  const usage = readUsage(answer)
  const reason = finishReasonOf(textOf(answer.done_reason))
  return {
    id: '',
    model: textOf(answer.model) ?? '',
    choices: [{ parts, finishReason: calls.length > 0 ? 'tool_calls' : reason }],
    ...(usage && { usage }),
  }
}
