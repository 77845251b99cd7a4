/**
 * Cohere's flat list of messages as turns. System messages are gathered in front, and results of
 * tools become parts of a user turn; a run of them is one turn.
 */

import {
  asList,
  asObject,
  asString,
  invalid,
  isAbsent,
  isList,
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
import { readTextParts, readUserParts } from '../openai/read-parts'
import { readToolSignature } from '../openai/tool-signature'
import { documentText } from './documents'
import { readThought } from './thoughts'

const ROLES = 'system, developer, user, assistant, tool'

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
  return reader
}

class MessageReader implements Conversation {
  readonly system: TextPart[] = []
  readonly messages: ChatMessage[] = []
  readonly #leftovers: Leftovers
  readonly #toolNames = new Map<string, string>()
  /** Results of the current run, already part of the last message. */
  #results: ToolResultPart[] | undefined

  constructor(leftovers: Leftovers) {
    this.#leftovers = leftovers
  }

  read(message: JsonObject, path: string): void {
    const role = asString(message.role, `${path}.role`)
    if (role === 'tool') {
      this.#readResult(message, path)
      return
    }
    this.#results = undefined
    if (role === 'system' || role === 'developer') this.#readSystem(message, path, role)
    else if (role === 'user') this.#readUser(message, path)
    else if (role === 'assistant') this.#readAssistant(message, path)
    else throw invalid(`${path}.role`, 'reason.not_a_choice', { choices: ROLES })
  }

  #readSystem({ content }: JsonObject, path: string, role: string): void {
    // Moving a late instruction to the front changes what it applies to, so that is named.
    if (this.messages.length > 0) this.#leftovers.put(`${path}.role`, role)
    if (isAbsent(content)) throw invalid(`${path}.content`, 'reason.required')
    this.system.push(...readTextParts(content, `${path}.content`))
  }

  #readUser({ content }: JsonObject, path: string): void {
    if (isAbsent(content)) throw invalid(`${path}.content`, 'reason.required')
    const parts = readUserParts(content, `${path}.content`, this.#leftovers)
    this.messages.push({ role: 'user', parts })
  }

  #readAssistant(message: JsonObject, path: string): void {
    const plan = optionalString(message.tool_plan, `${path}.tool_plan`)
    const parts: Part[] = [...readSaid(message.content, `${path}.content`)]
    if (plan) parts.push({ type: 'text', text: plan })
    if (!isAbsent(message.tool_calls)) {
      for (const [at, value] of asList(message.tool_calls, `${path}.tool_calls`).entries()) {
        const here = `${path}.tool_calls[${at}]`
        parts.push(this.#readCall(asObject(value, here), here))
      }
    }
    this.messages.push({ role: 'assistant', parts })
  }

  #readCall(call: JsonObject, path: string): Part {
    const id = asString(call.id, `${path}.id`)
    const made = asObject(call.function, `${path}.function`)
    const name = asString(made.name, `${path}.function.name`)
    const argumentsJson = optionalString(made.arguments, `${path}.function.arguments`) ?? ''
    const signature = readToolSignature(call)
    this.#toolNames.set(id, name)
    return { type: 'tool_call', id, name, argumentsJson, ...(signature && { signature }) }
  }

  #readResult(message: JsonObject, path: string): void {
    const toolCallId = asString(message.tool_call_id, `${path}.tool_call_id`)
    const name = this.#toolNames.get(toolCallId)
    const result: ToolResultPart = {
      type: 'tool_result',
      toolCallId,
      parts: readFound(message.content, `${path}.content`),
      ...(name !== undefined && { name }),
    }
    if (this.#results === undefined) {
      this.#results = []
      this.messages.push({ role: 'user', parts: this.#results })
    }
    this.#results.push(result)
  }
}

/** What the model said, and thought before. */
function readSaid(content: Json | undefined, path: string): readonly Part[] {
  if (!isList(content)) return readTextParts(content, path)
  return content.flatMap((value, at): readonly Part[] => {
    const here = `${path}[${at}]`
    const part = asObject(value, here)
    return part.type === 'thinking' ? readThought(part, here) : readTextParts([part], here)
  })
}

/** What a tool found: texts and documents. */
function readFound(content: Json | undefined, path: string): readonly TextPart[] {
  if (!isList(content)) return readTextParts(content, path)
  return content.flatMap((value, at): readonly TextPart[] => {
    const here = `${path}[${at}]`
    const part = asObject(value, here)
    if (part.type !== 'document') return readTextParts([part], here)
    return [{ type: 'text', text: documentText(part.document, `${here}.document`) }]
  })
}
