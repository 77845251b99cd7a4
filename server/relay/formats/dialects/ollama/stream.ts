import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, StreamReader } from '../../../wire/chat'
import { finishEvent } from '../finish-words'
import { parseObject, textOf } from '../json-fields'
import { refuseToolCall } from '../stream-limits'
import { type Piece, readPiece } from './decode'
import { readUsage } from './usage'

/** Reads a line per piece; calls come whole, and the last line is done. */
export class OllamaStreamReader implements StreamReader {
  #calls = 0
  #isStarted = false
  #isEnded = false

  /** Throws `upstream.invalid_answer` for a line that is not JSON. */
  read(_name: string, data: string): readonly ChatEvent[] {
    const line = parseObject(data)
    if (line === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a line is not JSON' })
    }
    const message = textOf(line.error)
    if (message !== undefined) return [{ type: 'error', message }]
    const piece = readPiece(line)
    const events: ChatEvent[] = []
    if (!this.#isStarted) {
      this.#isStarted = true
      events.push({ type: 'start', id: '', model: textOf(line.model) ?? '' })
    }
    if (piece !== undefined) events.push(...this.#readPiece(piece))
    if (line.done !== true || this.#isEnded) return events
    this.#isEnded = true
    const usage = readUsage(line)
    if (usage !== undefined) events.push({ type: 'usage', usage })
    const instead = this.#calls > 0 ? 'tool_calls' : undefined
    return [...events, finishEvent(textOf(line.done_reason), {}, { instead })]
  }

  finished(): boolean {
    return this.#isEnded
  }

  #readPiece({ thinking, text, calls }: Piece): readonly ChatEvent[] {
    const events: ChatEvent[] = []
    if (thinking !== '') events.push({ type: 'thinking', text: thinking })
    if (text !== '') events.push({ type: 'text', text })
    for (const { id, name, argumentsJson } of calls) {
      const index = this.#calls
      refuseToolCall(index)
      this.#calls += 1
      events.push({ type: 'tool_call', index, id, name })
      events.push({ type: 'tool_arguments', index, json: argumentsJson })
    }
    return events
  }
}
