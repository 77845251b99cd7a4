import { isObject } from '../../../wire/body-fields'
import type { ChatAnswer, ChatEvent, JsonObject } from '../../../wire/chat'
import { eventsOf } from '../../answer-events'
import type { AnswerContext, StreamWriter } from '../protocol'
import { ResponseAssembly } from './assembly'
import { frameOf } from './frame'

/** The object that the last event of a stream of the same answer would have. */
export function writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject {
  const assembly = new ResponseAssembly(context)
  for (const event of eventsOf(answer)) assembly.take(event)
  const response = assembly.finish(answer.usage).at(-1)?.response
  return isObject(response) ? response : {}
}

/** Numbers the events; an `error` event writes nothing, because the stream breaks. */
export class ResponsesStreamWriter implements StreamWriter {
  readonly #assembly: ResponseAssembly
  #next = 0

  constructor(context: AnswerContext) {
    this.#assembly = new ResponseAssembly(context)
  }

  write(event: ChatEvent): string {
    return this.#frames(this.#assembly.take(event))
  }

  end(...[billed]: Parameters<StreamWriter['end']>): string {
    return this.#frames(this.#assembly.finish(billed))
  }

  #frames(events: readonly JsonObject[]): string {
    let frames = ''
    for (const { type, ...event } of events) {
      frames += frameOf({ type, sequence_number: this.#next, ...event })
      this.#next += 1
    }
    return frames
  }
}
