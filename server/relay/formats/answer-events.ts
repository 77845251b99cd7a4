/** A whole answer as the events that a stream of it would have had. */
import type { ChatAnswer, ChatEvent, Part } from '../wire/chat'

export function* eventsOf(answer: ChatAnswer): Generator<ChatEvent> {
  yield { type: 'start', id: answer.id, model: answer.model }
  for (const [choice, { parts, finishReason, stopSequence }] of answer.choices.entries()) {
    let index = 0
    for (const part of parts) {
      yield* eventsOfPart(part, choice, index)
      if (part.type === 'tool_call') index += 1
    }
    const finish = { type: 'finish', reason: finishReason, choice } as const
    yield stopSequence === undefined ? finish : { ...finish, stopSequence }
  }
  if (answer.usage !== undefined) yield { type: 'usage', usage: answer.usage }
}

function* eventsOfPart(part: Part, choice: number, index: number): Generator<ChatEvent> {
  if (part.type === 'text') {
    yield { type: 'text', text: part.text, choice }
    for (const citation of part.citations ?? []) yield { type: 'citation', citation, choice }
  } else if (part.type === 'thinking') {
    yield { type: 'thinking', text: part.text, choice }
    if (part.signature !== undefined) {
      yield { type: 'signature', signature: part.signature, choice }
    }
  } else if (part.type === 'redacted_thinking') {
    yield { type: 'redacted_thinking', blob: part.blob, choice }
  } else if (part.type === 'tool_call') {
    const { id, name, signature } = part
    const begun = { type: 'tool_call', index, id, name, choice } as const
    yield signature === undefined ? begun : { ...begun, signature }
    yield { type: 'tool_arguments', index, json: part.argumentsJson, choice }
  }
}
