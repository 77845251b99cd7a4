/** Betas as a vendor takes them, and a body without what belongs to all others. */
import { refusedWith } from '../../../../domain/vendor-limits/betas'
import type { Json, JsonObject } from '../../../wire/chat'
import type { UpstreamCall } from '../dialect'
import { isList, isObject, objectOf, textOf } from '../json-fields'

type Refused = ReturnType<typeof refusedWith>

/** Those that are requested and passed on; all of them where the vendor takes any. */
export function passedBetas({ channel, clientHeaders }: UpstreamCall): readonly string[] {
  const requested = clientHeaders['anthropic-beta']?.split(',').map((name) => name.trim()) ?? []
  const { betas: taken } = channel.type
  return taken === undefined ? requested : requested.filter((name) => taken.includes(name))
}

/** The same object where nothing is refused. */
export function withoutRefusedBetas(
  body: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): JsonObject {
  if (call.channel.type.betas === undefined) return body
  const found = new Set<string>()
  const cleaned = new Cleaning(refusedWith(passedBetas(call)), found).body(body)
  for (const loss of found) losses.add(loss)
  return found.size === 0 ? body : cleaned
}

/** Names what it takes out. */
class Cleaning {
  readonly #refused: Refused
  readonly #losses: Set<string>

  constructor(refused: Refused, losses: Set<string>) {
    this.#refused = refused
    this.#losses = losses
  }

  body(body: JsonObject): JsonObject {
    const made: Record<string, Json | undefined> = { ...this.#without(body, 'fields', '') }
    const output = objectOf(made.output_config)
    if (output !== undefined) {
      made.output_config = this.#without(output, 'outputFields', 'output_config.')
    }
    if (isList(made.tools)) made.tools = made.tools.flatMap((tool) => this.#tool(tool))
    if (isList(made.tools) && made.tools.length === 0) delete made.tools
    if (isList(made.system)) made.system = made.system.map((block) => this.#cached(block))
    if (isList(made.messages)) made.messages = made.messages.map((one) => this.#message(one))
    return objectOf(this.#cached(made)) ?? made
  }

  #tool(tool: Json): readonly Json[] {
    if (!isObject(tool)) return [tool]
    if (this.#isRefusedTool(textOf(tool.type) ?? '')) {
      this.#losses.add(`tools.${textOf(tool.name) ?? textOf(tool.type)}`)
      return []
    }
    return [this.#cached(this.#without(tool, 'toolFields', 'tools.'))]
  }

  #message(message: Json): Json {
    if (!isObject(message) || !isList(message.content)) return message
    const content = message.content.flatMap((block) => this.#block(block))
    return { ...message, content: content.length > 0 ? content : [{ type: 'text', text: '...' }] }
  }

  /** Steps of a tool that is not offered, and references to tools, which are offered anyway. */
  #block(block: Json): readonly Json[] {
    if (!isObject(block)) return [block]
    const { type, name, content } = block
    const isStep = type === 'server_tool_use' && this.#isRefusedTool(textOf(name) ?? '')
    if (isStep || this.#isRefusedTool(textOf(type) ?? '')) {
      this.#losses.add(`messages.${textOf(type)}`)
      return []
    }
    if (type === 'tool_reference' && this.#isRefusedTool('tool_search_tool')) {
      this.#losses.add('messages.tool_reference')
      return [{ type: 'text', text: textOf(block.tool_name) ?? '...' }]
    }
    const made = this.#cached(block)
    if (type !== 'tool_result' || !isList(content)) return [made]
    return [{ ...objectOf(made), content: content.flatMap((one) => this.#block(one)) }]
  }

  #isRefusedTool(type: string): boolean {
    return this.#refused.toolTypes.some((begin) => type.startsWith(begin))
  }

  #cached(value: Json): Json {
    const control = isObject(value) ? objectOf(value.cache_control) : undefined
    if (control === undefined) return value
    const made = this.#without(control, 'cacheFields', 'cache_control.')
    return made === control ? value : { ...objectOf(value), cache_control: made }
  }

  #without(object: JsonObject, kind: keyof Refused, path: string): JsonObject {
    const refused = this.#refused[kind].filter((name) => object[name] !== undefined)
    if (refused.length === 0) return object
    for (const name of refused) this.#losses.add(path + name)
    return Object.fromEntries(Object.entries(object).filter(([name]) => !refused.includes(name)))
  }
}
