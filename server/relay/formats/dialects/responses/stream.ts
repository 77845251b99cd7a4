import { GatewayError } from '../../../../domain/errors/gateway-error'
import type { ChatEvent, JsonObject, StreamReader } from '../../../wire/chat'
import { CitationCollector } from '../citation-collector'
import { countOf, objectOf, objectsOf, parseJson, textOf } from '../json-fields'
import { errorFacts } from '../openai/error'
import { refuseToolCall } from '../stream-limits'
import { annotatedAt } from './citations'
import { finishReasonOf, PARAGRAPH, proofOf, shownReasoning } from './decode'
import { usageOf } from './usage'

/** The item that is being written. */
interface OpenItem {
  /** Number of the call, for one that calls a tool. */
  readonly call: number | undefined
  /** Something of it has been passed on. */
  hasContent: boolean
}

/** Reads the events of one response up to the one that repeats all of it. */
export class ResponsesStreamReader implements StreamReader {
  readonly #items = new Map<number, OpenItem>()
  readonly #cited = new CitationCollector()
  #calls = 0
  #refused = false
  #finished = false

  /** Throws `upstream.invalid_answer` for a frame that is not JSON. */
  read(name: string, data: string): readonly ChatEvent[] {
    const text = data.trim()
    if (text === '' || text === '[DONE]') return []
    const event = objectOf(parseJson(text))
    if (event === undefined) {
      throw new GatewayError('upstream.invalid_answer', { reason: 'a frame is not JSON' })
    }
    const type = textOf(event.type) ?? name
    return this.#take(type, event)
  }

  finished(): boolean {
    return this.#finished
  }

  #take(type: string, event: JsonObject): readonly ChatEvent[] {
    switch (type) {
      case 'response.created':
        return this.#start(event)
      case 'response.output_item.added':
        return this.#add(event)
      case 'response.output_text.delta':
        return this.#text(event)
      case 'response.refusal.delta':
        return this.#refusal(event)
      case 'response.reasoning_summary_part.added':
        return this.#paragraph(event)
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#thought(event)
      case 'response.function_call_arguments.delta':
        return this.#argument(event)
      case 'response.output_text.annotation.added':
        return this.#cite(event)
      case 'response.output_item.done':
        return this.#end(event)
      case 'response.completed':
      case 'response.incomplete':
        return this.#finish(event)
      case 'response.failed':
      case 'error':
        return failed(event)
      default:
        // Repetitions, and events that are yet to be invented.
        return []
    }
  }

  #start({ response }: JsonObject): readonly ChatEvent[] {
    const begun = objectOf(response) ?? {}
    return [{ type: 'start', id: textOf(begun.id) ?? '', model: textOf(begun.model) ?? '' }]
  }

  #add(event: JsonObject): readonly ChatEvent[] {
    const item = objectOf(event.item) ?? {}
    if (item.type !== 'function_call') return []
    return this.#announce(event, item)
  }

  #announce(event: JsonObject, item: JsonObject): readonly ChatEvent[] {
    const index = this.#calls
    refuseToolCall(index)
    this.#calls += 1
    this.#items.set(placeOf(event), { call: index, hasContent: false })
    const id = textOf(item.call_id) ?? textOf(item.id) ?? ''
    return [{ type: 'tool_call', index, id, name: textOf(item.name) ?? '' }]
  }

  #text(event: JsonObject): readonly ChatEvent[] {
    const text = textOf(event.delta)
    if (text === undefined) return []
    this.#openAt(event).hasContent = true
    this.#cited.said.begin(blockOf(event))
    this.#cited.said.add(text)
    return [{ type: 'text', text }]
  }

  #refusal(event: JsonObject): readonly ChatEvent[] {
    this.#refused = true
    return this.#text(event)
  }

  #thought(event: JsonObject): readonly ChatEvent[] {
    const text = textOf(event.delta)
    if (text === undefined) return []
    this.#openAt(event).hasContent = true
    return [{ type: 'thinking', text }]
  }

  /** A further paragraph of a summary. */
  #paragraph(event: JsonObject): readonly ChatEvent[] {
    const isFurther = this.#items.get(placeOf(event))?.hasContent === true
    return isFurther ? [{ type: 'thinking', text: PARAGRAPH }] : []
  }

  #argument(event: JsonObject): readonly ChatEvent[] {
    const item = this.#items.get(placeOf(event))
    const json = textOf(event.delta)
    if (item?.call === undefined || json === undefined) return []
    item.hasContent = true
    return [{ type: 'tool_arguments', index: item.call, json }]
  }

  #cite(event: JsonObject): readonly ChatEvent[] {
    const annotation = objectOf(event.annotation)
    if (annotation === undefined) return []
    this.#cited.note(annotatedAt(blockOf(event), { annotations: [annotation] }))
    return this.#cited.placed().map((citation) => ({ type: 'citation', citation }))
  }

  /** Servers that imitate the vendor may send an item whole, without a word before. */
  #end(event: JsonObject): readonly ChatEvent[] {
    const item = objectOf(event.item) ?? {}
    const open = this.#items.get(placeOf(event))
    this.#items.delete(placeOf(event))
    const hasContent = open?.hasContent === true
    switch (item.type) {
      case 'reasoning':
        return endReasoning(item, hasContent)
      case 'message':
        return hasContent ? [] : this.#wholeMessage(event, item)
      case 'function_call': {
        const announced = open === undefined ? this.#announce(event, item) : []
        const json = hasContent ? undefined : textOf(item.arguments)
        const index = open?.call ?? this.#calls - 1
        return json === undefined
          ? announced
          : [...announced, { type: 'tool_arguments', index, json }]
      }
      default:
        return []
    }
  }

  #wholeMessage(event: JsonObject, item: JsonObject): readonly ChatEvent[] {
    return objectsOf(item.content).flatMap((part, index) => {
      const place = { output_index: event.output_index, content_index: index }
      const refusal = textOf(part.refusal)
      const events =
        refusal === undefined
          ? this.#text({ ...place, delta: part.text })
          : this.#refusal({ ...place, delta: refusal })
      this.#cited.note(annotatedAt(blockOf(place), part))
      return events
    })
  }

  #finish(event: JsonObject): readonly ChatEvent[] {
    const response = objectOf(event.response) ?? {}
    this.#finished = true
    const usage = usageOf(response)
    const ending = { refused: this.#refused, callsTools: this.#calls > 0 }
    return [
      ...this.#cited.rest().map((citation) => ({ type: 'citation', citation }) as const),
      { type: 'finish', reason: finishReasonOf(response, ending) },
      ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    ]
  }

  #openAt(event: JsonObject): OpenItem {
    const known = this.#items.get(placeOf(event))
    if (known !== undefined) return known
    refuseToolCall(this.#items.size)
    const fresh = { call: undefined, hasContent: false }
    this.#items.set(placeOf(event), fresh)
    return fresh
  }
}

function endReasoning(item: JsonObject, hasContent: boolean): readonly ChatEvent[] {
  const text = hasContent ? '' : shownReasoning(item)
  const thought: readonly ChatEvent[] = text === '' ? [] : [{ type: 'thinking', text }]
  const proof = proofOf(item)
  if (proof === undefined) return thought
  if (!hasContent && text === '') return [{ type: 'redacted_thinking', blob: proof }]
  return [...thought, { type: 'signature', signature: proof }]
}

function failed(event: JsonObject): readonly ChatEvent[] {
  const response = objectOf(event.response)
  const facts = errorFacts(response ?? event)
  const message = facts?.message ?? 'the upstream reported an error'
  const usage = response && usageOf(response)
  return [
    ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    { type: 'error', message, vendorType: facts?.type, vendorCode: facts?.code },
  ]
}

function placeOf(event: JsonObject): number {
  return countOf(event.output_index) ?? 0
}

function blockOf(event: JsonObject): string {
  return `${placeOf(event)}.${countOf(event.content_index) ?? 0}`
}
