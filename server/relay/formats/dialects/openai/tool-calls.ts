import type { ChatEvent, JsonObject } from '../../../wire/chat'
import { JsonObjectScan } from '../../chat/json-object-scan'
import { countOf, objectOf, textOf } from '../json-fields'
import { refuseArguments, refuseToolCall } from '../stream-limits'
import { argumentsOf } from './decode'
import { distinctId } from './distinct-id'

interface Call {
  readonly index: number
  id: string | undefined
  name: string | undefined
  announced: boolean
  readonly scan: JsonObjectScan
  isWhole: boolean
  /** Arguments that came before the name. */
  early: string
}

/** What a delta says of the call that it belongs to. */
interface Named {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly json: string
}

/**
 * The tool calls of one streamed choice. A call is announced once, when its name is known;
 * imitators leave ids and indexes out, or repeat id and name in every fragment.
 */
export class ToolCallReader {
  readonly #ids = new Set<string>()
  readonly #byUpstreamIndex = new Map<number, Call>()
  readonly #choice: number
  #count = 0
  #last = 0

  constructor(choice: number) {
    this.#choice = choice
  }

  read(delta: JsonObject): readonly ChatEvent[] {
    const called = objectOf(delta.function)
    const name = textOf(called?.name)
    const json = argumentsOf(called?.arguments)
    const call = this.#callFor(delta, { name, json })
    call.id ??= textOf(delta.id)
    call.name ??= name
    call.isWhole = call.scan.isCompleteAfter(json)
    if (call.announced) return json === '' ? [] : [this.#fragment(call, json)]
    call.early += json
    refuseArguments(call.early.length)
    if (name === undefined) return []
    call.announced = true
    const { index } = call
    const id = distinctId(call.id, index, this.#ids)
    const announced: ChatEvent = { type: 'tool_call', index, id, name, choice: this.#choice }
    return call.early === '' ? [announced] : [announced, this.#fragment(call, call.early)]
  }

  #callFor(delta: JsonObject, { name, json }: Omit<Named, 'id'>): Call {
    const id = textOf(delta.id)
    const given = countOf(delta.index)
    const at = given ?? (name !== undefined && id !== undefined ? this.#count : this.#last)
    this.#last = at
    const known = this.#byUpstreamIndex.get(at)
    if (known !== undefined && !beginsAnother(known, { id, name, json })) return known
    refuseToolCall(this.#count)
    const fresh: Call = {
      index: this.#count,
      id: undefined,
      name: undefined,
      announced: false,
      scan: new JsonObjectScan(),
      isWhole: false,
      early: '',
    }
    this.#count += 1
    this.#byUpstreamIndex.set(at, fresh)
    return fresh
  }

  #fragment(call: Call, json: string): ChatEvent {
    return { type: 'tool_arguments', index: call.index, json, choice: this.#choice }
  }
}

/**
 * Vendors that send whole calls give them all index 0. A delta with a name is another call when
 * its id or name differs, or when the open call needs no more arguments.
 */
function beginsAnother(open: Call, { id, name, json }: Named): boolean {
  if (name === undefined || open.name === undefined) return false
  const hasIds = id !== undefined && open.id !== undefined
  if ((hasIds && open.id !== id) || open.name !== name) return true
  return open.isWhole && (json !== '' || !hasIds)
}
