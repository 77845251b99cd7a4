/** The history of a request that passes through, as each protocol writes it. */

import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject, objectOf, objectsOf, textOf } from '../dialects/json-fields'
import { blockForm } from './block-form'
import { type HistoryForm, NO_RESULT, type SeenCall, UNCALLED } from './history'

export interface NativeForm extends HistoryForm<Json> {
  /** The field that holds the history. */
  readonly field: string
  /** Fields by which a vendor goes on from what it has stored itself, where calls may stand. */
  readonly continuedBy: readonly string[]
}

const NOTHING: readonly SeenCall[] = []

function idIn(value: Json | undefined): string {
  return textOf(value) ?? ''
}

export const claudeHistory: NativeForm = {
  field: 'messages',
  continuedBy: ['thread'],
  ...blockForm<Json, Json>({
    isModel: (message) => objectOf(message)?.role === 'assistant',
    blocksOf: (message) => {
      const content = objectOf(message)?.content
      if (isList(content)) return content
      return textOf(content) === undefined ? [] : [{ type: 'text', text: content }]
    },
    withBlocks: (message, content) => ({ ...objectOf(message), content }),
    turnOf: (content) => ({ role: 'user', content }),
    callIn: (block) => {
      const call = isObject(block) && block.type === 'tool_use' ? block : undefined
      return call && { id: idIn(call.id), name: idIn(call.name) }
    },
    resultIn: (block) => {
      const result = isObject(block) && block.type === 'tool_result' ? block : undefined
      return result && { id: idIn(result.tool_use_id), name: '' }
    },
    withId: (block, id) => {
      const named = objectOf(block)?.type === 'tool_use' ? { id } : { tool_use_id: id }
      return { ...objectOf(block), ...named }
    },
    asText: (block) => {
      const content = objectOf(block)?.content
      const said = isList(content) ? content : [{ type: 'text', text: idIn(content) || '-' }]
      return [{ type: 'text', text: UNCALLED }, ...said]
    },
    noResult: ({ id }) => ({ type: 'tool_result', tool_use_id: id, content: NO_RESULT }),
  }),
}

const CALL_FIELDS = ['functionCall', 'function_call'] as const
const RESULT_FIELDS = ['functionResponse', 'function_response'] as const

/** Clients may write fields in either way; ids are left out by most. */
function fieldIn(part: Json, names: readonly string[]) {
  const held = objectOf(part)
  for (const name of names) {
    const value = objectOf(held?.[name])
    if (value !== undefined) return { name, value }
  }
  return undefined
}

function seenIn(part: Json, names: readonly string[]): SeenCall | undefined {
  const found = fieldIn(part, names)
  return found && { id: idIn(found.value.id), name: idIn(found.value.name) }
}

export const geminiHistory: NativeForm = {
  field: 'contents',
  continuedBy: [],
  idsAreOptional: true,
  ...blockForm<Json, Json>({
    isModel: (content) => objectOf(content)?.role === 'model',
    blocksOf: (content) => {
      const parts = objectOf(content)?.parts
      return isList(parts) ? parts : []
    },
    withBlocks: (content, parts) => ({ ...objectOf(content), parts }),
    turnOf: (parts) => ({ role: 'user', parts }),
    callIn: (part) => seenIn(part, CALL_FIELDS),
    resultIn: (part) => seenIn(part, RESULT_FIELDS),
    withId: (part, id) => {
      const found = fieldIn(part, [...CALL_FIELDS, ...RESULT_FIELDS])
      if (found === undefined) return part
      const { id: _, ...unnamed } = found.value
      const value = id === '' ? unnamed : { ...found.value, id }
      return { ...objectOf(part), [found.name]: value }
    },
    asText: (part) => {
      const response = fieldIn(part, RESULT_FIELDS)?.value.response ?? {}
      return [{ text: `${UNCALLED}\n${JSON.stringify(response)}` }]
    },
    noResult: ({ id, name }) => ({
      functionResponse: { ...(id !== '' && { id }), name, response: { error: NO_RESULT } },
    }),
  }),
}

export const chatHistory: NativeForm = {
  field: 'messages',
  continuedBy: [],
  joinsTurns: false,
  stepOf: (entry) => {
    const message = objectOf(entry)
    const calls = objectsOf(message?.tool_calls).map(({ id }) => ({ id: idIn(id), name: '' }))
    const isResult = message?.role === 'tool'
    const results = isResult ? [{ id: idIn(message.tool_call_id), name: '' }] : NOTHING
    return { by: message?.role === 'assistant' ? 'model' : 'other', calls, results }
  },
  rewritten: (entry, { calls, results }) => {
    const message = objectOf(entry) ?? {}
    if (message.role !== 'tool') {
      const made = objectsOf(message.tool_calls).map((call, at) => ({ ...call, id: calls[at] }))
      return { ...message, tool_calls: made }
    }
    const [id] = results
    if (id !== undefined) return { ...message, tool_call_id: id }
    const { content } = message
    const said = isList(content) ? content : [{ type: 'text', text: idIn(content) }]
    return { role: 'user', content: [{ type: 'text', text: UNCALLED }, ...said] }
  },
  answered: (calls, next) => [
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: NO_RESULT })),
    ...(next === undefined ? [] : [next]),
  ],
}

/** Calls that the client itself has to answer, and the items that answer them. */
const ANSWERS: Readonly<Record<string, string>> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
}
const OUTPUTS: ReadonlySet<unknown> = new Set(Object.values(ANSWERS))

function isMade({ type, role }: JsonObject): boolean {
  return role === 'assistant' || (typeof type === 'string' && /_call$|^reasoning$/.test(type))
}

export const responsesHistory: NativeForm = {
  field: 'input',
  continuedBy: ['previous_response_id', 'conversation'],
  joinsTurns: true,
  stepOf: (entry) => {
    const item = objectOf(entry) ?? {}
    const type = textOf(item.type) ?? ''
    // The kind of answer that is due travels in the place of a name.
    const answer = Object.hasOwn(ANSWERS, type) ? ANSWERS[type] : undefined
    const calls = answer === undefined ? NOTHING : [{ id: idIn(item.call_id), name: answer }]
    const results = OUTPUTS.has(type) ? [{ id: idIn(item.call_id), name: '' }] : NOTHING
    return { by: isMade(item) ? 'model' : 'other', calls, results }
  },
  rewritten: (entry, { calls, results }) => {
    const item = objectOf(entry) ?? {}
    const id = calls[0] ?? results[0]
    if (id !== undefined) return { ...item, call_id: id }
    const { output } = item
    const said = isList(output) ? output : [{ type: 'input_text', text: idIn(output) }]
    return { role: 'user', content: [{ type: 'input_text', text: UNCALLED }, ...said] }
  },
  answered: (calls, next) => [
    ...calls.map(({ id, name }) => ({ type: name, call_id: id, output: NO_RESULT })),
    ...(next === undefined ? [] : [next]),
  ],
}
