/** What the pipeline must know of a request besides its model, and what its answer repeats. */

import { isObject } from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'
import type { HeadFacts, HeadNotes, ReadField } from '../protocol'
import { flatName, listedTools } from './namespaces'
import { refuseContainers, refuseTemplates, refuseUnpriced } from './refusals'
import { readState } from './state'

/** Short fields that the answer's object repeats. */
const REPEATED = [
  'max_output_tokens',
  'max_tool_calls',
  'metadata',
  'parallel_tool_calls',
  'reasoning',
  'safety_identifier',
  'temperature',
  'text',
  'tool_choice',
  'top_p',
  'truncation',
  'user',
] as const

/** Repeated by answers to small requests only: they can be as long as the request. */
const LONG = ['instructions', 'tools'] as const

/** What calls of tools are written by; no field of the protocol is called so. */
export const TOOL_NOTES = 'tool notes'

/** Throws `request.invalid` for what is refused on every channel. */
export function readNotes(field: ReadField, { isSmall }: HeadFacts): HeadNotes {
  refuseTemplates(field)
  const tools = field('tools')
  refuseUnpriced(tools)
  refuseContainers(field('input'))
  const echo: Record<string, Json> = {}
  for (const name of isSmall ? [...REPEATED, ...LONG] : REPEATED) {
    const value = field(name)
    if (value !== undefined && value !== null) echo[name] = value as Json
  }
  const notes = toolNotes(tools)
  if (notes !== undefined) echo[TOOL_NOTES] = notes
  return { echo, ...readState(field) }
}

/** How the client knows a tool that others know by one name. */
export interface ToolNote {
  readonly name: string
  readonly namespace: string | undefined
  /** Its input is free text. */
  readonly isCustom: boolean
}

/** Of the tools that are no plain functions, by their one name. */
function toolNotes(tools: unknown): JsonObject | undefined {
  if (!Array.isArray(tools) || !tools.some(isNoteworthy)) return undefined
  const notes = listedTools(tools).flatMap(({ tool: { type, name }, namespace }) => {
    const isCustom = type === 'custom'
    if (typeof name !== 'string' || (!isCustom && namespace === undefined)) return []
    return [[flatName(namespace, name), { name, namespace, isCustom }] as const]
  })
  return notes.length === 0 ? undefined : Object.fromEntries(notes)
}

function isNoteworthy(tool: Json): boolean {
  return isObject(tool) && (tool.type === 'custom' || tool.type === 'namespace')
}

export function toolNoteOf(name: string, echo: JsonObject): ToolNote {
  const notes = echo[TOOL_NOTES]
  const note = isObject(notes) && Object.hasOwn(notes, name) ? notes[name] : undefined
  if (!isObject(note)) return { name, namespace: undefined, isCustom: false }
  const { name: known, namespace, isCustom } = note
  return {
    name: typeof known === 'string' ? known : name,
    namespace: typeof namespace === 'string' ? namespace : undefined,
    isCustom: isCustom === true,
  }
}
