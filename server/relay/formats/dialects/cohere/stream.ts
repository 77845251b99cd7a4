import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { finishEvent } from '../finish-words'
import { countOf, isList, objectOf, parseObject, stringOf, textOf } from '../json-fields'
import { SaidText } from '../said-text'
import { refuseToolCall } from '../stream-limits'
import { PLAN, readCitation } from './citations'
import { failureIn } from './error'
import { readUsage } from './usage'

/** Reads the events of a streamed chat; the last one has the reason to end and what was used. */
export class CohereStreamReader implements StreamReader {
  /** Vendor's number of a tool call → ours. */
  readonly #calls = new Map<number, number>()
  readonly #said = new SaidText()
  #isEnded = false

  /** Throws `upstream.invalid_answer` for an event that is not JSON. */
  read(_name: string, data: string): readonly ChatEvent[] {
    if (data === '' || data === '[DONE]') return []
    const event = parseObject(data)
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'an event is not JSON' })
    }
    const delta = objectOf(event.delta) ?? {}
    const message = objectOf(delta.message) ?? {}
    switch (event.type) {
      case 'message-start':
        return [{ type: 'start', id: textOf(event.id) ?? '', model: '' }]
      case 'content-start':
      case 'content-delta':
        this.#said.begin(countOf(event.index) ?? 0)
        return this.#noteText(readContent(objectOf(message.content)))
      case 'tool-plan-delta':
        this.#said.begin(PLAN)
        return this.#noteText(textEvents('text', textOf(message.tool_plan)))
      case 'citation-start':
        return this.#readCitation(message)
      case 'tool-call-start':
        return this.#readCall(event, objectOf(message.tool_calls))
      case 'tool-call-delta':
        return this.#readArguments(event, objectOf(message.tool_calls))
      case 'message-end':
        return this.#readEnd(delta)
      default:
        // Ends of pieces, and events that are yet to be invented.
        return []
    }
  }

  finished(): boolean {
    return this.#isEnded
  }

  #noteText(events: readonly ChatEvent[]): readonly ChatEvent[] {
    for (const event of events) if (event.type === 'text') this.#said.add(event.text)
    return events
  }

  /** The one that begins is in the field of all. */
  #readCitation({ citations }: JsonObject): readonly ChatEvent[] {
    const citation = readCitation(this.#said, isList(citations) ? citations[0] : citations)
    return citation === undefined ? [] : [{ type: 'citation', citation }]
  }

  #readCall(event: JsonObject, call: JsonObject | undefined): readonly ChatEvent[] {
    const index = this.#calls.size
    refuseToolCall(index)
    this.#calls.set(numberOf(event), index)
    const called = objectOf(call?.function)
    const id = textOf(call?.id) ?? ''
    const begun: ChatEvent = { type: 'tool_call', index, id, name: textOf(called?.name) ?? '' }
    return [begun, ...this.#readArguments(event, call)]
  }

  #readArguments(event: JsonObject, call: JsonObject | undefined): readonly ChatEvent[] {
    const index = this.#calls.get(numberOf(event))
    const json = textOf(objectOf(call?.function)?.arguments)
    if (index === undefined || json === undefined) return []
    return [{ type: 'tool_arguments', index, json }]
  }

  #readEnd(delta: JsonObject): readonly ChatEvent[] {
    const usage = readUsage(delta.usage)
    const used: readonly ChatEvent[] = usage === undefined ? [] : [{ type: 'usage', usage }]
    const failure = failureIn(delta)
    if (failure !== undefined) {
      return [...used, { type: 'error', message: failure.message, vendorCode: failure.code }]
    }
    this.#isEnded = true
    return [...used, finishEvent(textOf(delta.finish_reason))]
  }
}

function readContent(content: JsonObject | undefined): readonly ChatEvent[] {
  return [
    ...textEvents('thinking', stringOf(content?.thinking)),
    ...textEvents('text', stringOf(content?.text)),
  ]
}

function textEvents(type: 'text' | 'thinking', text: string | undefined): readonly ChatEvent[] {
  return text ? [{ type, text }] : []
}

function numberOf({ index }: JsonObject): number {
  return countOf(index) ?? -1
}
