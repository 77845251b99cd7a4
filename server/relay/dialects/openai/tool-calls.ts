import type { ChatEvent, JsonObject } from '../../wire/chat'
import { countOf, objectOf, textOf } from '../json-fields'
import { refuseArguments, refuseToolCall } from '../stream-limits'
import { argumentsOf } from './decode'

interface Call {
  readonly index: number
  id: string | undefined
  announced: boolean
  /** Arguments that came before the name. */
  early: string
}

/**
 * The tool calls of one streamed choice. A call is announced once, when its name is known;
 * imitators leave ids and indexes out, or repeat id and name in every fragment.
 */
export class ToolCallReader {
  readonly #byUpstreamIndex = new Map<number, Call>()
  readonly #choice: number
  readonly #answerId: () => string
  #count = 0
  #last = 0

  constructor(choice: number, answerId: () => string) {
    this.#choice = choice
    this.#answerId = answerId
  }

  read(delta: JsonObject): readonly ChatEvent[] {
    const called = objectOf(delta.function)
    const name = textOf(called?.name)
    const call = this.#callFor(delta, name)
    call.id ??= textOf(delta.id)
    const json = argumentsOf(called?.arguments)
    if (call.announced) return json === '' ? [] : [this.#fragment(call, json)]
    call.early += json
    refuseArguments(call.early.length)
    if (name === undefined) return []
    call.announced = true
    const id = call.id ?? `call_${this.#answerId()}_${this.#choice}_${call.index}`
    const { index } = call
    const announced: ChatEvent = { type: 'tool_call', index, id, name, choice: this.#choice }
    return call.early === '' ? [announced] : [announced, this.#fragment(call, call.early)]
  }

  #callFor(delta: JsonObject, name: string | undefined): Call {
    const id = textOf(delta.id)
    const told = countOf(delta.index)
    const at = told ?? (name !== undefined && id !== undefined ? this.#count : this.#last)
    this.#last = at
    const known = this.#byUpstreamIndex.get(at)
    // Vendors that send whole calls give them all index 0; only the id tells them apart.
    const isOther = name !== undefined && id !== undefined && known?.id !== undefined
    if (known !== undefined && !(isOther && known.id !== id)) return known
    refuseToolCall(this.#count)
    const fresh = { index: this.#count, id: undefined, announced: false, early: '' }
    this.#count += 1
    this.#byUpstreamIndex.set(at, fresh)
    return fresh
  }

  #fragment(call: Call, json: string): ChatEvent {
    return { type: 'tool_arguments', index: call.index, json, choice: this.#choice }
  }
}
