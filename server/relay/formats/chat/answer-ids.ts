/**
 * Ids of an answer that was translated. Those of another vendor's form are not shown, and tool
 * calls without an id get one. What is made here is made of the request's id, because upstreams
 * exist that repeat theirs, and agents drop a call whose id they have seen before. A stream and a
 * whole answer give the same call the same id.
 */

import type { ProtocolName } from '../../../domain/calls/protocol'
import type { ChatAnswer, ChatChoice, ChatEvent, StreamReader } from '../../wire/chat'
import type { Dialect } from '../dialects/dialect'

export interface AnswerIds {
  readonly requestId: string
  /** The client knows what to do with the answer's own id. */
  readonly keepsOwn: boolean
}

/** `chat` is absent where the upstream's format has none. */
export function answerIds(
  { native, chat }: Pick<Dialect, 'native' | 'chat'>,
  { protocol, requestId }: { readonly protocol: ProtocolName; readonly requestId: string },
): AnswerIds {
  return { requestId, keepsOwn: native === protocol || chat?.idIsConversation === true }
}

export function withIds(answer: ChatAnswer, ids: AnswerIds): ChatAnswer {
  const choices = answer.choices.map((choice, at) => withCallIds(choice, at, ids))
  return { ...answer, id: ids.keepsOwn ? answer.id : '', choices }
}

function withCallIds(choice: ChatChoice, number: number, { requestId }: AnswerIds): ChatChoice {
  let calls = 0
  const parts = choice.parts.map((part) => {
    if (part.type !== 'tool_call') return part
    const id = part.id || callId(requestId, number, calls)
    calls += 1
    return { ...part, id }
  })
  return { ...choice, parts }
}

export function idReader(reader: StreamReader, ids: AnswerIds): StreamReader {
  const isChanged = (event: ChatEvent) =>
    event.type === 'tool_call' ? event.id === '' : event.type === 'start' && !ids.keepsOwn
  return {
    read: (name, data) => {
      const events = reader.read(name, data)
      return events.some(isChanged) ? events.map((event) => withEventIds(event, ids)) : events
    },
    finished: () => reader.finished(),
  }
}

function withEventIds(event: ChatEvent, { requestId, keepsOwn }: AnswerIds): ChatEvent {
  if (event.type === 'start') return keepsOwn ? event : { ...event, id: '' }
  if (event.type !== 'tool_call') return event
  return { ...event, id: event.id || callId(requestId, event.choice ?? 0, event.index) }
}

/** OpenAI takes ids of 40 characters; a request's has 31. */
function callId(requestId: string, choice: number, index: number): string {
  return `call_${requestId}_${choice === 0 ? '' : `${choice}_`}${index}`
}
