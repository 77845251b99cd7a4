import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { EXCEPTION } from '../../framings/aws-event-stream'
import { CitedBlocks } from '../anthropic/citations'
import { finishEvent } from '../finish-words'
import { countOf, objectOf, parseObject, textOf } from '../json-fields'
import { refuseToolCall } from '../stream-limits'
import { claudeCitations } from './citations'
import { stopSequenceOf } from './decode'
import { readUsage } from './usage'

/** Reads the events of ConverseStream; what was used comes after the reason to stop. */
export class ConverseStreamReader implements StreamReader {
  /** Content block of a tool call → number of the call. */
  readonly #toolOfBlock = new Map<number, number>()
  readonly #cited = new CitedBlocks()
  /** Of text that is not over. */
  #textBlock: number | undefined
  #isStopped = false

  /** Throws `upstream.invalid_answer` for an event that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    const event = parseObject(data)
    if (name.startsWith(EXCEPTION)) return [failureEvent(name.slice(EXCEPTION.length), event)]
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'an event is not JSON' })
    }
    switch (name) {
      case 'messageStart':
        return [{ type: 'start', id: '', model: '' }]
      case 'contentBlockStart':
        return this.#readStart(event)
      case 'contentBlockDelta':
        return this.#readDelta(event)
      case 'contentBlockStop':
        return this.#endText()
      case 'messageStop':
        return [...this.#endText(), ...this.#readStop(event)]
      case 'metadata': {
        const usage = readUsage(event.usage)
        return usage === undefined ? [] : [{ type: 'usage', usage }]
      }
      default:
        // Events that are yet to be invented.
        return []
    }
  }

  finished(): boolean {
    return this.#isStopped
  }

  #readStart(event: JsonObject): readonly ChatEvent[] {
    const called = objectOf(objectOf(event.start)?.toolUse)
    if (called === undefined) return []
    const index = this.#toolOfBlock.size
    refuseToolCall(index)
    this.#toolOfBlock.set(blockOf(event), index)
    const id = textOf(called.toolUseId) ?? ''
    return [{ type: 'tool_call', index, id, name: textOf(called.name) ?? '' }]
  }

  #readDelta(event: JsonObject): readonly ChatEvent[] {
    const delta = objectOf(event.delta) ?? {}
    const text = textOf(delta.text)
    if (text !== undefined) return this.#readText(text, blockOf(event))
    if (delta.citation !== undefined) {
      this.#beginText(blockOf(event))
      this.#cited.cite(claudeCitations([delta.citation]))
      return []
    }
    const reasoning = objectOf(delta.reasoningContent)
    if (reasoning !== undefined) return readReasoning(reasoning)
    const json = textOf(objectOf(delta.toolUse)?.input)
    const index = this.#toolOfBlock.get(blockOf(event))
    const isOurs = index !== undefined && json !== undefined
    return isOurs ? [{ type: 'tool_arguments', index, json }] : []
  }

  #readText(text: string, block: number): readonly ChatEvent[] {
    this.#beginText(block)
    this.#cited.add(text)
    return [{ type: 'text', text }]
  }

  /** Blocks of text are begun by their first delta. */
  #beginText(block: number): void {
    if (this.#textBlock === block) return
    this.#textBlock = block
    this.#cited.begin({})
  }

  #endText(): readonly ChatEvent[] {
    this.#textBlock = undefined
    return this.#cited.end().map((citation) => ({ type: 'citation', citation }))
  }

  #readStop(event: JsonObject): readonly ChatEvent[] {
    this.#isStopped = true
    const stopSequence = stopSequenceOf(event)
    return [
      finishEvent(textOf(event.stopReason), stopSequence === undefined ? {} : { stopSequence }),
    ]
  }
}

function blockOf(event: JsonObject): number {
  return countOf(event.contentBlockIndex) ?? -1
}

function readReasoning(reasoning: JsonObject): readonly ChatEvent[] {
  const text = textOf(reasoning.text)
  if (text !== undefined) return [{ type: 'thinking', text }]
  const signature = textOf(reasoning.signature)
  if (signature !== undefined) return [{ type: 'signature', signature }]
  const blob = textOf(reasoning.redactedContent)
  return blob === undefined ? [] : [{ type: 'redacted_thinking', blob }]
}

function failureEvent(kind: string, event: JsonObject | undefined): ChatEvent {
  const message = textOf(event?.message) ?? kind
  return { type: 'error', message, ...(kind !== '' && { vendorCode: kind }) }
}
