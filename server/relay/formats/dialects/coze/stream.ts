import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { objectOf, parseObject, textOf } from '../json-fields'
import { failureIn, readUsage } from './decode'

/** What bots say besides the answer: calls of their own tools, hints, remarks on the work. */
const ANSWER = 'answer'

/** Reads the events of one chat with a bot. */
export class CozeStreamReader implements StreamReader {
  /** Messages whose text has come in pieces, and comes once more as a whole. */
  readonly #pieced = new Set<string>()
  #isStarted = false
  #isEnded = false

  /** Throws `upstream.invalid_answer` for an event that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    if (data === '' || name === 'done' || name === '') return []
    const event = parseObject(data)
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'an event is not JSON' })
    }
    const events = this.#readEvent(name, event)
    if (this.#isStarted || events.length === 0) return events
    this.#isStarted = true
    const id = textOf(event.chat_id) ?? textOf(event.id) ?? ''
    return [{ type: 'start', id, model: '' }, ...events]
  }

  finished(): boolean {
    return this.#isEnded
  }

  #readEvent(name: string, event: JsonObject): readonly ChatEvent[] {
    switch (name) {
      case 'conversation.message.delta':
        return this.#piece(event)
      case 'conversation.message.completed':
        return this.#whole(event)
      case 'conversation.chat.completed':
        return this.#end(event)
      case 'conversation.chat.failed':
        return [failure(objectOf(event.last_error) ?? {}, 'the bot failed')]
      case 'conversation.chat.requires_action':
        return [failure({}, 'the bot waits for a tool that runs at its own clients')]
      case 'error':
        return [failure(event, 'the bot failed')]
      default:
        // The beginning of the work, sound, and events that are yet to be invented.
        return []
    }
  }

  #piece(message: JsonObject): readonly ChatEvent[] {
    if (message.type !== ANSWER) return []
    this.#pieced.add(textOf(message.id) ?? '')
    const thinking = textOf(message.reasoning_content)
    const text = textOf(message.content)
    return [
      ...(thinking === undefined ? [] : [{ type: 'thinking', text: thinking } as const]),
      ...(text === undefined ? [] : [{ type: 'text', text } as const]),
    ]
  }

  /** Cards and answers of workflows come at once. */
  #whole(message: JsonObject): readonly ChatEvent[] {
    if (message.type !== ANSWER || this.#pieced.has(textOf(message.id) ?? '')) return []
    return this.#piece(message)
  }

  #end(chat: JsonObject): readonly ChatEvent[] {
    if (this.#isEnded) return []
    this.#isEnded = true
    const usage = readUsage(chat.usage)
    const finish: ChatEvent = { type: 'finish', reason: 'stop' }
    return usage === undefined ? [finish] : [{ type: 'usage', usage }, finish]
  }
}

function failure(event: JsonObject, otherwise: string): ChatEvent {
  const facts = failureIn(event)
  const message = facts?.message ?? otherwise
  return { type: 'error', message, ...(facts?.code && { vendorCode: facts.code }) }
}
