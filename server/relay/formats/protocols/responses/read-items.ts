/**
 * The list of items as turns. What a model made in one go (reasoning, text, calls) is one turn
 * of it, and results that follow each other are one turn of the user, as other vendors want.
 */

import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  type Leftovers,
  oneOf,
  optionalString,
} from '../../../wire/body-fields'
import type { ChatMessage, FilePart, Json, JsonObject, Part, TextPart } from '../../../wire/chat'
import { flatName } from './namespaces'
import { readParts, readTexts } from './read-parts'
import { readReasoning } from './reasoning'

export interface Conversation {
  readonly system: readonly TextPart[]
  readonly messages: readonly ChatMessage[]
}

/** Throws `request.invalid`. */
export function readInput(body: JsonObject, leftovers: Leftovers): Conversation {
  const reader = new ItemReader(leftovers)
  const instructions = optionalString(body.instructions, 'instructions')
  if (instructions) reader.system.push({ type: 'text', text: instructions })
  if (typeof body.input === 'string') {
    reader.messages.push({ role: 'user', parts: [{ type: 'text', text: body.input }] })
    return reader
  }
  for (const [at, item] of asList(body.input, 'input').entries()) {
    const path = `input[${at}]`
    reader.read(asObject(item, path), path)
  }
  if (reader.messages.length === 0) throw invalid('input', 'reason.empty')
  return reader
}

const ROLES = ['user', 'assistant', 'system', 'developer'] as const

class ItemReader {
  readonly system: TextPart[] = []
  readonly messages: ChatMessage[] = []
  readonly #leftovers: Leftovers
  readonly #toolNames = new Map<string, string>()
  readonly #toolSignatures = new Map<string, string>()
  /** The turn that the next item may belong to, already part of the messages. */
  #open: { readonly kind: 'model' | 'results'; readonly parts: Part[] } | undefined

  constructor(leftovers: Leftovers) {
    this.#leftovers = leftovers
  }

  read(item: JsonObject, path: string): void {
    switch (item.type) {
      case undefined:
      case 'message':
        this.#readMessage(item, path)
        return
      case 'reasoning':
        this.#readReasoning(item, path)
        return
      case 'function_call':
        this.#readCall(item, path, optionalString(item.arguments, `${path}.arguments`) ?? '')
        return
      case 'custom_tool_call':
        this.#readCall(item, path, inputJson(asString(item.input, `${path}.input`)))
        return
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.#readResult(item, path)
        return
      case 'item_reference':
        throw invalid(path, 'reason.keeps_no_answers')
      default:
        // Steps of tools that ran at OpenAI itself are no part of the conversation elsewhere.
        this.#leftovers.put(path, asString(item.type, `${path}.type`))
    }
  }

  #readMessage(item: JsonObject, path: string): void {
    const role = oneOf(item.role, `${path}.role`, ROLES)
    if (isAbsent(item.content)) throw invalid(`${path}.content`, 'reason.required')
    const here = `${path}.content`
    if (role === 'assistant') {
      this.#turn('model').push(...readTexts(item.content, here, this.#leftovers))
      return
    }
    this.#open = undefined
    if (role === 'user') {
      const parts = readParts(item.content, here, this.#leftovers)
      this.messages.push({ role, parts })
      return
    }
    // Moving a late instruction to the front changes what it applies to, so that is named.
    if (this.messages.length > 0) this.#leftovers.put(`${path}.role`, role)
    this.system.push(...readTexts(item.content, here, this.#leftovers))
  }

  #readReasoning(item: JsonObject, path: string): void {
    const read = readReasoning(item, path, this.#leftovers)
    if (read.kind === 'signature') this.#toolSignatures.set(read.toolCallId, read.signature)
    else if (read.parts.length > 0) this.#turn('model').push(...read.parts)
  }

  #readCall(item: JsonObject, path: string, argumentsJson: string): void {
    const id = asString(item.call_id, `${path}.call_id`)
    const name = flatName(item.namespace, asString(item.name, `${path}.name`))
    const signature = this.#toolSignatures.get(id)
    this.#toolNames.set(id, name)
    this.#turn('model').push({
      type: 'tool_call',
      id,
      name,
      argumentsJson,
      ...(signature !== undefined && { signature }),
    })
  }

  /** Documents of a result follow it in the same turn: a result holds text and pictures only. */
  #readResult(item: JsonObject, path: string): void {
    const toolCallId = asString(item.call_id, `${path}.call_id`)
    const name = this.#toolNames.get(toolCallId)
    const parts: Part[] = []
    const followers: FilePart[] = []
    for (const part of readParts(item.output, `${path}.output`, this.#leftovers)) {
      if (part.type === 'file') followers.push(part)
      else parts.push(part)
    }
    const held = parts.flatMap((part) =>
      part.type === 'text' || part.type === 'image' ? [part] : [],
    )
    if (held.length < parts.length) throw invalid(`${path}.output`, 'reason.result_blocks')
    const named = name === undefined ? {} : { name }
    this.#turn('results').push(
      { type: 'tool_result', toolCallId, parts: held, ...named },
      ...followers,
    )
  }

  #turn(kind: 'model' | 'results'): Part[] {
    if (this.#open?.kind === kind) return this.#open.parts
    const parts: Part[] = []
    this.messages.push({ role: kind === 'model' ? 'assistant' : 'user', parts })
    this.#open = { kind, parts }
    return parts
  }
}

/** Free text as the arguments of the function that stands for such a tool elsewhere. */
function inputJson(input: string): string {
  return JSON.stringify({ input })
}

/** The free text again; the arguments themselves when the model wrote something else. */
export function inputOf(argumentsJson: string): string {
  try {
    const value: Json = JSON.parse(argumentsJson)
    const input = typeof value === 'object' && value !== null ? asInput(value) : undefined
    return input ?? argumentsJson
  } catch {
    return argumentsJson
  }
}

function asInput(value: object): string | undefined {
  return 'input' in value && typeof value.input === 'string' ? value.input : undefined
}
