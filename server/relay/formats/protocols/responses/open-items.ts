/**
 * Items of an answer while they grow. Each knows the events that open it, add to it and close
 * it; where it stands in the answer is given to it once.
 */
import type { Json, JsonObject } from '../../../wire/chat'
import { JsonObjectScan } from '../../chat/json-object-scan'
import type { ToolNote } from './notes'
import { inputOf } from './read-items'
import { signedContent } from './reasoning'

export interface Place {
  /** Of the item in the answer. */
  readonly index: number
  readonly id: string
}

export type Status = 'in_progress' | 'completed' | 'incomplete'

export interface OpenItem {
  readonly kind: 'message' | 'reasoning' | 'call'
  /** As it is sent when it appears. */
  readonly opening: () => readonly JsonObject[]
  readonly closing: (status: Status) => readonly JsonObject[]
  /** The whole item. */
  readonly item: (status: Status) => JsonObject
}

function added({ index }: Place, item: JsonObject): JsonObject {
  return { type: 'response.output_item.added', output_index: index, item }
}

function done({ index }: Place, item: JsonObject): JsonObject {
  return { type: 'response.output_item.done', output_index: index, item }
}

/** An event about the item at a place. */
function about({ index, id }: Place, type: string, more: JsonObject): JsonObject {
  return { type, item_id: id, output_index: index, ...more }
}

export class OpenMessage implements OpenItem {
  readonly kind = 'message'
  readonly #place: Place
  readonly #annotations: JsonObject[] = []
  #text = ''

  constructor(place: Place) {
    this.#place = place
  }

  opening(): readonly JsonObject[] {
    const item = { ...this.item('in_progress'), content: [] }
    const part = { content_index: 0, part: outputText('', []) }
    return [added(this.#place, item), about(this.#place, 'response.content_part.added', part)]
  }

  add(delta: string): JsonObject {
    this.#text += delta
    const more = { content_index: 0, delta, logprobs: [] }
    return about(this.#place, 'response.output_text.delta', more)
  }

  annotate(annotation: JsonObject): JsonObject {
    const annotation_index = this.#annotations.push(annotation) - 1
    const more = { content_index: 0, annotation_index, annotation }
    return about(this.#place, 'response.output_text.annotation.added', more)
  }

  /** In characters, as Unicode counts them. */
  length(): number {
    let length = 0
    for (const _ of this.#text) length += 1
    return length
  }

  closing(status: Status): readonly JsonObject[] {
    const text = { content_index: 0, text: this.#text, logprobs: [] }
    const part = { content_index: 0, part: this.#written() }
    return [
      about(this.#place, 'response.output_text.done', text),
      about(this.#place, 'response.content_part.done', part),
      done(this.#place, this.item(status)),
    ]
  }

  item(status: Status): JsonObject {
    const content = [this.#written()]
    return { id: this.#place.id, type: 'message', status, role: 'assistant', content }
  }

  #written(): JsonObject {
    return outputText(this.#text, [...this.#annotations])
  }
}

function outputText(text: string, annotations: readonly JsonObject[]): JsonObject {
  return { type: 'output_text', text, annotations, logprobs: [] }
}

export class OpenReasoning implements OpenItem {
  readonly kind = 'reasoning'
  readonly #place: Place
  #text = ''
  #encrypted: string | undefined

  /** `encrypted` for what is hidden from the start. */
  constructor(place: Place, encrypted?: string) {
    this.#place = place
    this.#encrypted = encrypted
  }

  opening(): readonly JsonObject[] {
    return [added(this.#place, this.item('in_progress'))]
  }

  add(delta: string): readonly JsonObject[] {
    const first = this.#text === ''
    this.#text += delta
    const more = { summary_index: 0, delta }
    const events = [about(this.#place, 'response.reasoning_summary_text.delta', more)]
    const part = { summary_index: 0, part: summaryText('') }
    const opening = about(this.#place, 'response.reasoning_summary_part.added', part)
    return first ? [opening, ...events] : events
  }

  sign(signature: string): void {
    this.#encrypted = signedContent(signature)
  }

  closing(status: Status): readonly JsonObject[] {
    const item = done(this.#place, this.item(status))
    if (this.#text === '') return [item]
    const text = { summary_index: 0, text: this.#text }
    const part = { summary_index: 0, part: summaryText(this.#text) }
    return [
      about(this.#place, 'response.reasoning_summary_text.done', text),
      about(this.#place, 'response.reasoning_summary_part.done', part),
      item,
    ]
  }

  item(status: Status): JsonObject {
    const encrypted = this.#encrypted
    return {
      id: this.#place.id,
      type: 'reasoning',
      summary: this.#text === '' ? [] : [summaryText(this.#text)],
      ...(encrypted !== undefined && { encrypted_content: encrypted }),
      status,
    }
  }
}

function summaryText(text: string): JsonObject {
  return { type: 'summary_text', text }
}

/** The input of one that takes free text is known when all arguments are. */
export interface CalledTool extends ToolNote {
  readonly callId: string
}

export class OpenCall implements OpenItem {
  readonly kind = 'call'
  readonly #place: Place
  readonly #tool: CalledTool
  readonly #scan = new JsonObjectScan()
  #arguments = ''
  isComplete = false

  constructor(place: Place, tool: CalledTool) {
    this.#place = place
    this.#tool = tool
  }

  opening(): readonly JsonObject[] {
    return [added(this.#place, this.#written('in_progress', ''))]
  }

  add(delta: string): readonly JsonObject[] {
    this.#arguments += delta
    this.isComplete = this.#scan.isCompleteAfter(delta)
    if (this.#tool.isCustom) return []
    return [about(this.#place, 'response.function_call_arguments.delta', { delta })]
  }

  closing(status: Status): readonly JsonObject[] {
    const item = done(this.#place, this.item(status))
    if (!this.#tool.isCustom) {
      const fields = { arguments: this.#text() }
      return [about(this.#place, 'response.function_call_arguments.done', fields), item]
    }
    const input = this.#text()
    return [
      about(this.#place, 'response.custom_tool_call_input.delta', { delta: input }),
      about(this.#place, 'response.custom_tool_call_input.done', { input }),
      item,
    ]
  }

  item(status: Status): JsonObject {
    return this.#written(status, this.#text())
  }

  #text(): string {
    // A call without arguments must still parse as JSON at the client.
    if (!this.#tool.isCustom) return this.#arguments.trim() === '' ? '{}' : this.#arguments
    return inputOf(this.#arguments)
  }

  #written(status: Status, text: string): JsonObject {
    const { callId, name, namespace, isCustom } = this.#tool
    const within = namespace === undefined ? {} : { namespace }
    const called: Json = { id: this.#place.id, call_id: callId, name, ...within }
    return isCustom
      ? { type: 'custom_tool_call', ...called, input: text }
      : { type: 'function_call', ...called, arguments: text, status }
  }
}
