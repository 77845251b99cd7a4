/** One item of a native stream as its events have sent it so far, and how it is closed early. */

import { isList, isObject } from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'

/** Where the pieces of an event go: a list of parts in the item, or the item itself. */
interface Growth {
  readonly parts?: 'content' | 'summary'
  readonly field: string
  /** What a part is that nobody announced. */
  readonly part?: JsonObject
}

const OUTPUT_TEXT = { type: 'output_text', annotations: [], logprobs: [] }

/** By the name of the event, without `.delta` and `.done`. */
const GROWTHS: Readonly<Record<string, Growth>> = {
  'response.output_text': { parts: 'content', field: 'text', part: OUTPUT_TEXT },
  'response.refusal': { parts: 'content', field: 'refusal', part: { type: 'refusal' } },
  'response.reasoning_text': { parts: 'content', field: 'text', part: { type: 'reasoning_text' } },
  'response.reasoning_summary_text': {
    parts: 'summary',
    field: 'text',
    part: { type: 'summary_text' },
  },
  'response.function_call_arguments': { field: 'arguments' },
  'response.mcp_call_arguments': { field: 'arguments' },
  'response.custom_tool_call_input': { field: 'input' },
  'response.code_interpreter_call_code': { field: 'code' },
}

const PARTS = {
  content: { index: 'content_index', event: 'response.content_part' },
  summary: { index: 'summary_index', event: 'response.reasoning_summary_part' },
} as const

type PartList = keyof typeof PARTS

/** Steps of tools that know no "incomplete". */
const ONLY_FAIL: ReadonlySet<Json | undefined> = new Set([
  'web_search_call',
  'image_generation_call',
])

interface SentPart {
  fields: JsonObject
  isOpen: boolean
}

export class SentItem {
  readonly #index: number
  #item: JsonObject
  #isOpen = true
  readonly #parts: Readonly<Record<PartList, SentPart[]>> = { content: [], summary: [] }
  /** Text that is still written, by the event that sends it and the place of its part. */
  readonly #growing = new Map<
    string,
    { readonly name: string; readonly at: number; text: string }
  >()

  constructor(index: number, item: JsonObject) {
    this.#index = index
    this.#item = item
  }

  /** Any event that names the item's place. */
  take(event: JsonObject): void {
    if (typeof event.type !== 'string' || !this.#isOpen) return
    const end = event.type.lastIndexOf('.')
    const [name, verb] = [event.type.slice(0, end), event.type.slice(end + 1)]
    const growth = GROWTHS[name]
    if (growth !== undefined && verb === 'delta') this.#grow(name, growth, event)
    else if (growth !== undefined && verb === 'done') this.#grown(name, growth, event)
    else if (event.type === 'response.output_item.done') this.#finish(event)
    else if (event.type === 'response.output_text.annotation.added') this.#annotate(event)
    else this.#takePart(name, event)
  }

  /** The events that close what is open; afterwards the item is written as they sent it. */
  closing(): readonly JsonObject[] {
    if (!this.#isOpen) return []
    this.#isOpen = false
    const events = [...this.#growing.values()].map((each) => this.#closeText(each))
    this.#growing.clear()
    for (const list of ['summary', 'content'] as const) events.push(...this.#closeParts(list))
    const status = ONLY_FAIL.has(this.#item.type) ? 'failed' : 'incomplete'
    if (this.#item.status !== undefined) this.#item = { ...this.#item, status }
    const done = { output_index: this.#index, item: this.written() }
    return [...events, { type: 'response.output_item.done', ...done }]
  }

  written(): JsonObject {
    const written: Record<string, Json | undefined> = { ...this.#item }
    for (const list of ['content', 'summary'] as const) {
      const parts = this.#parts[list]
      if (parts.length > 0) written[list] = parts.map(({ fields }) => fields)
    }
    return written
  }

  #grow(name: string, growth: Growth, event: JsonObject): void {
    if (typeof event.delta !== 'string') return
    const at = placeOf(growth.parts, event)
    const key = `${name} ${at}`
    const known = this.#growing.get(key)
    if (known !== undefined) known.text += event.delta
    else {
      if (growth.parts !== undefined) this.#partAt(growth.parts, at, growth.part)
      this.#growing.set(key, { name, at, text: event.delta })
    }
    if (isList(event.logprobs) && event.logprobs.length > 0) this.#addTo('logprobs', at, event)
  }

  #grown(name: string, growth: Growth, event: JsonObject): void {
    const at = placeOf(growth.parts, event)
    this.#growing.delete(`${name} ${at}`)
    const text = event[growth.field]
    if (typeof text === 'string') this.#set(growth, at, text)
  }

  #set({ parts, field, part: absent }: Growth, at: number, text: string): void {
    if (parts === undefined) {
      this.#item = { ...this.#item, [field]: text }
      return
    }
    const part = this.#partAt(parts, at, absent)
    if (part !== undefined) part.fields = { ...part.fields, [field]: text }
  }

  #takePart(name: string, event: JsonObject): void {
    for (const list of ['content', 'summary'] as const) {
      if (PARTS[list].event !== name || !isObject(event.part)) continue
      const part = this.#partAt(list, placeOf(list, event), event.part)
      if (part === undefined) return
      part.fields = event.part
      part.isOpen = event.type === `${name}.added`
    }
  }

  #annotate(event: JsonObject): void {
    this.#addTo('annotations', placeOf('content', event), {
      annotations: [event.annotation ?? null],
    })
  }

  #addTo(field: 'annotations' | 'logprobs', at: number, event: JsonObject): void {
    const part = this.#parts.content[at]
    const more = event[field]
    if (part === undefined || !isList(more)) return
    const before = part.fields[field]
    part.fields = { ...part.fields, [field]: [...(isList(before) ? before : []), ...more] }
  }

  #finish({ item }: JsonObject): void {
    if (!isObject(item)) return
    this.#item = item
    this.#isOpen = false
    this.#growing.clear()
    this.#parts.content.length = 0
    this.#parts.summary.length = 0
  }

  #closeText({ name, at, text }: { name: string; at: number; text: string }): JsonObject {
    const growth = GROWTHS[name]
    if (growth === undefined) return {}
    this.#set(growth, at, text)
    const { parts, field } = growth
    const part = parts === undefined ? undefined : this.#parts[parts][at]
    const place = parts === undefined ? {} : { [PARTS[parts].index]: at }
    const logprobs = part?.fields.logprobs
    return {
      type: `${name}.done`,
      ...this.#place(),
      ...place,
      [field]: text,
      ...(logprobs !== undefined && { logprobs }),
    }
  }

  #closeParts(list: PartList): readonly JsonObject[] {
    const { index, event } = PARTS[list]
    return this.#parts[list].flatMap((part, at) => {
      if (!part.isOpen) return []
      part.isOpen = false
      return [{ type: `${event}.done`, ...this.#place(), [index]: at, part: part.fields }]
    })
  }

  #place(): JsonObject {
    return { item_id: this.#item.id, output_index: this.#index }
  }

  /** `undefined` for a place that leaves a gap: then nothing there can be repeated. */
  #partAt(list: PartList, at: number, absent: JsonObject | undefined): SentPart | undefined {
    const parts = this.#parts[list]
    if (at > parts.length) return undefined
    const known = parts[at]
    if (known !== undefined) return known
    const made = { fields: absent ?? {}, isOpen: true }
    parts.push(made)
    return made
  }
}

function placeOf(list: PartList | undefined, event: JsonObject): number {
  const at = list === undefined ? 0 : event[PARTS[list].index]
  return typeof at === 'number' ? at : 0
}
