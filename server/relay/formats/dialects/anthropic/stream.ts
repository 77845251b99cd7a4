import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { Usage } from '../../../../domain/money/usage'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { finishEvent } from '../finish-words'
import { countOf, objectOf, parseJson, textOf } from '../json-fields'
import { refuseToolCall } from '../stream-limits'
import { CitedBlocks, citedInDelta } from './citations'
import { inputJson } from './decode'
import { errorFacts } from './error'
import { readUsage } from './usage'

/** Reads Messages events up to `message_stop`. */
export class AnthropicStreamReader implements StreamReader {
  /** Content block of a tool call → number of the call. */
  readonly #toolOfBlock = new Map<number, number>()
  readonly #cited = new CitedBlocks()
  #usage: Usage | undefined
  #finished = false

  /** Throws `upstream.invalid_answer` for a frame that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    if (data.trim() === '') return []
    const event = objectOf(parseJson(data))
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    const type = textOf(event.type) ?? name
    switch (type) {
      case 'message_start':
        return this.#readStart(objectOf(event.message) ?? {})
      case 'content_block_start':
        return [...this.#endBlock(), ...this.#readBlockStart(event)]
      case 'content_block_stop':
        return this.#endBlock()
      case 'content_block_delta':
        return this.#readDelta(event)
      case 'message_delta':
        return [...this.#endBlock(), ...this.#readMessageDelta(event)]
      case 'message_stop':
        this.#finished = true
        return []
      case 'error': {
        const failure = errorFacts(event)
        return [
          {
            type: 'error',
            message: failure?.message ?? 'the upstream reported an error',
            vendorType: failure?.type,
          },
        ]
      }
      default:
        // Pings and events that are yet to be invented.
        return []
    }
  }

  finished(): boolean {
    return this.#finished
  }

  #readStart(message: JsonObject): readonly ChatEvent[] {
    const id = textOf(message.id) ?? ''
    const start: ChatEvent = { type: 'start', id, model: textOf(message.model) ?? '' }
    return [...this.#readUsage(message), start]
  }

  #readUsage(holder: JsonObject): readonly ChatEvent[] {
    this.#usage = readUsage(holder.usage, this.#usage)
    return this.#usage === undefined ? [] : [{ type: 'usage', usage: this.#usage }]
  }

  /** Imitators may not say where a block ends. */
  #endBlock(): readonly ChatEvent[] {
    return this.#cited.end().map((citation) => ({ type: 'citation', citation }))
  }

  #readBlockStart(event: JsonObject): readonly ChatEvent[] {
    const block = objectOf(event.content_block) ?? {}
    switch (block.type) {
      case 'text':
        this.#cited.begin(block)
        return this.#addText(textOf(block.text))
      case 'thinking': {
        const signature = textOf(block.signature)
        const thoughts = textEvents('thinking', textOf(block.thinking))
        return signature === undefined ? thoughts : [...thoughts, { type: 'signature', signature }]
      }
      case 'redacted_thinking':
        return [{ type: 'redacted_thinking', blob: textOf(block.data) ?? '' }]
      case 'tool_use': {
        const index = this.#toolOfBlock.size
        refuseToolCall(index)
        this.#toolOfBlock.set(countOf(event.index) ?? -1, index)
        const id = textOf(block.id) ?? ''
        const call: ChatEvent = { type: 'tool_call', index, id, name: textOf(block.name) ?? '' }
        // Imitators send the whole input at once instead of in deltas.
        const json = inputJson(block)
        return json === '{}' ? [call] : [call, { type: 'tool_arguments', index, json }]
      }
      default:
        return []
    }
  }

  #readDelta(event: JsonObject): readonly ChatEvent[] {
    const delta = objectOf(event.delta) ?? {}
    switch (delta.type) {
      case 'text_delta':
        return this.#addText(textOf(delta.text))
      case 'citations_delta':
        this.#cited.cite(citedInDelta(delta))
        return []
      case 'thinking_delta':
        return textEvents('thinking', textOf(delta.thinking))
      case 'signature_delta': {
        const signature = textOf(delta.signature)
        return signature === undefined ? [] : [{ type: 'signature', signature }]
      }
      case 'input_json_delta': {
        const index = this.#toolOfBlock.get(countOf(event.index) ?? -1)
        const json = textOf(delta.partial_json)
        const isOurs = index !== undefined && json !== undefined
        return isOurs ? [{ type: 'tool_arguments', index, json }] : []
      }
      default:
        return []
    }
  }

  #addText(text: string | undefined): readonly ChatEvent[] {
    this.#cited.add(text)
    return textEvents('text', text)
  }

  #readMessageDelta(event: JsonObject): readonly ChatEvent[] {
    const delta = objectOf(event.delta) ?? {}
    const events: ChatEvent[] = [...this.#readUsage(event)]
    const stopReason = textOf(delta.stop_reason)
    if (stopReason !== undefined) {
      events.push(finishEvent(stopReason, { stopSequence: textOf(delta.stop_sequence) }))
    }
    return events
  }
}

function textEvents(type: 'text' | 'thinking', text: string | undefined): readonly ChatEvent[] {
  return text === undefined ? [] : [{ type, text }]
}
