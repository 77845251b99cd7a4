/**
 * OpenAI's flat message list as turns. System messages are gathered in front, and tool
 * results become parts of a user turn; a run of them is one turn, as Claude and Gemini want.
 */

import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  type Leftovers,
  optionalString,
} from '../../../wire/body-fields'
import type {
  ChatMessage,
  Json,
  JsonObject,
  Part,
  TextPart,
  ToolResultPart,
} from '../../../wire/chat'
import { readResultParts, readTextParts, readUserParts } from './read-parts'
import { readReasoning } from './reasoning'
import { readThoughts, withoutThoughts } from './thought-parts'
import { readToolSignature } from './tool-signature'

const ROLES = 'system, developer, user, assistant, tool, function'

export interface Conversation {
  readonly system: readonly TextPart[]
  readonly messages: readonly ChatMessage[]
}

export function readMessages(value: Json | undefined, leftovers: Leftovers): Conversation {
  const list = asList(value, 'messages')
  if (list.length === 0) throw invalid('messages', 'reason.empty')
  const reader = new MessageReader(leftovers)
  for (const [at, item] of list.entries()) {
    reader.read(asObject(item, `messages[${at}]`), `messages[${at}]`)
  }
  return { system: reader.system, messages: reader.messages }
}

class MessageReader {
  readonly system: TextPart[] = []
  readonly messages: ChatMessage[] = []
  readonly #leftovers: Leftovers
  readonly #toolNames = new Map<string, string>()
  /** Tool results of the current run, already part of the last message. */
  #results: ToolResultPart[] | undefined
  /** Legacy function calls carry no id; the last one made answers to this. */
  #functionCallId = ''

  constructor(leftovers: Leftovers) {
    this.#leftovers = leftovers
  }

  read(message: JsonObject, path: string): void {
    const role = asString(message.role, `${path}.role`)
    if (role === 'tool' || role === 'function') {
      this.#readResult(message, path, role)
      return
    }
    this.#results = undefined
    if (role === 'system' || role === 'developer') this.#readSystem(message, path, role)
    else if (role === 'user') this.#readUser(message, path)
    else if (role === 'assistant') this.#readAssistant(message, path)
    else throw invalid(`${path}.role`, 'reason.not_a_choice', { choices: ROLES })
  }

  #readSystem(message: JsonObject, path: string, role: string): void {
    // Moving a late instruction to the front changes what it applies to, so that is named.
    if (this.messages.length > 0) this.#leftovers.put(`${path}.role`, role)
    if (isAbsent(message.content)) throw invalid(`${path}.content`, 'reason.required')
    this.system.push(...readTextParts(message.content, `${path}.content`))
  }

  #readUser(message: JsonObject, path: string): void {
    if (isAbsent(message.content)) throw invalid(`${path}.content`, 'reason.required')
    const parts = readUserParts(message.content, `${path}.content`, this.#leftovers)
    this.messages.push({ role: 'user', parts, ...nameOf(message, path) })
  }

  #readAssistant(message: JsonObject, path: string): void {
    const parts: Part[] = [
      ...readReasoning(message, path),
      ...readThoughts(message.content),
      ...readTextParts(withoutThoughts(message.content), `${path}.content`),
    ]
    const refusal = optionalString(message.refusal, `${path}.refusal`)
    if (refusal) parts.push({ type: 'text', text: refusal })
    this.#leftovers.put(`${path}.audio`, message.audio)
    this.#readToolCalls(message, path, parts)
    this.messages.push({ role: 'assistant', parts, ...nameOf(message, path) })
  }

  #readToolCalls(message: JsonObject, path: string, parts: Part[]): void {
    const calls = isAbsent(message.tool_calls)
      ? []
      : asList(message.tool_calls, `${path}.tool_calls`)
    for (const [at, value] of calls.entries()) {
      const here = `${path}.tool_calls[${at}]`
      const call = asObject(value, here)
      if (isAbsent(call.function)) {
        this.#leftovers.put(here, asString(call.type, `${here}.function`))
        continue
      }
      const id = asString(call.id, `${here}.id`)
      const signature = readToolSignature(call)
      const made = asObject(call.function, `${here}.function`)
      this.#pushCall(parts, { id, made, path: `${here}.function`, signature })
    }
    if (!isAbsent(message.function_call)) {
      const made = asObject(message.function_call, `${path}.function_call`)
      this.#functionCallId = `call_function_${this.messages.length}`
      const id = this.#functionCallId
      this.#pushCall(parts, { id, made, path: `${path}.function_call`, signature: undefined })
    }
  }

  #pushCall(
    parts: Part[],
    call: { id: string; made: JsonObject; path: string; signature: string | undefined },
  ): void {
    const { id, made, path, signature } = call
    const name = asString(made.name, `${path}.name`)
    const argumentsJson = optionalString(made.arguments, `${path}.arguments`) ?? ''
    this.#toolNames.set(id, name)
    parts.push({ type: 'tool_call', id, name, argumentsJson, ...(signature && { signature }) })
  }

  #readResult(message: JsonObject, path: string, role: 'tool' | 'function'): void {
    const toolCallId =
      role === 'tool'
        ? asString(message.tool_call_id, `${path}.tool_call_id`)
        : this.#functionCallId || `call_function_${this.messages.length}`
    const name =
      role === 'tool' ? this.#toolNames.get(toolCallId) : asString(message.name, `${path}.name`)
    const result: ToolResultPart = {
      type: 'tool_result',
      toolCallId,
      parts: readResultParts(message.content, `${path}.content`, this.#leftovers),
      ...(name !== undefined && { name }),
    }
    if (this.#results === undefined) {
      this.#results = []
      this.messages.push({ role: 'user', parts: this.#results })
    }
    this.#results.push(result)
  }
}

function nameOf(message: JsonObject, path: string): { readonly name?: string } {
  const name = optionalString(message.name, `${path}.name`)
  return name ? { name } : {}
}
