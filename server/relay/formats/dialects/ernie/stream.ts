import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { finishEvent } from '../finish-words'
import { objectOf, parseObject, textOf } from '../json-fields'
import { callOf, OWN_WORDS, otherReason, thoughtOf } from './decode'
import { failureIn } from './error'
import { readUsage } from './usage'

/** Reads frames that each tell a piece and what was used so far; the last one says that it is. */
export class ErnieStreamReader implements StreamReader {
  #isStarted = false
  #isEnded = false

  /** Throws `upstream.invalid_answer` for a frame that is not JSON. */
  read(_name: string, data: string): readonly ChatEvent[] {
    if (data === '' || data === '[DONE]') return []
    const frame = parseObject(data)
    if (frame === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    const failure = failureIn(frame)
    if (failure !== undefined) {
      return [{ type: 'error', message: failure.message, vendorCode: failure.code }]
    }
    return [...this.#start(frame), ...readPieces(frame), ...this.#end(frame)]
  }

  finished(): boolean {
    return this.#isEnded
  }

  #start(frame: JsonObject): readonly ChatEvent[] {
    if (this.#isStarted) return []
    this.#isStarted = true
    return [{ type: 'start', id: textOf(frame.id) ?? '', model: '' }]
  }

  #end(frame: JsonObject): readonly ChatEvent[] {
    const usage = readUsage(frame.usage)
    const usageEvents: readonly ChatEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }]
    if (frame.is_end !== true || this.#isEnded) return usageEvents
    this.#isEnded = true
    const options = { own: OWN_WORDS, instead: otherReason(frame) }
    return [...usageEvents, finishEvent(textOf(frame.finish_reason), {}, options)]
  }
}

function readPieces(frame: JsonObject): readonly ChatEvent[] {
  const text = textOf(frame.result)
  const said: readonly ChatEvent[] = text === undefined ? [] : [{ type: 'text', text }]
  const called = objectOf(frame.function_call)
  if (called === undefined) return said
  const { id, name, argumentsJson } = callOf(called)
  return [
    ...thoughtOf(called),
    ...said,
    { type: 'tool_call', index: 0, id, name },
    { type: 'tool_arguments', index: 0, json: argumentsJson },
  ]
}
