/** What the pipeline must know of a request beside its model, and what its answer repeats. */
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject } from '../body-fields'
import type { HeadFacts, HeadNotes, ReadField } from '../protocol'
import { refuseTemplates, refuseUnpriced } from './refusals'
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

/** Names of the tools whose input is free text; no field of the protocol is called so. */
export const CUSTOM_TOOLS = 'custom tools'

/** Throws `request.invalid` for what is refused on every channel. */
export function readNotes(field: ReadField, { isSmall }: HeadFacts): HeadNotes {
  refuseTemplates(field)
  const tools = field('tools')
  refuseUnpriced(tools)
  const echo: Record<string, Json> = {}
  for (const name of isSmall ? [...REPEATED, ...LONG] : REPEATED) {
    const value = field(name)
    if (value !== undefined && value !== null) echo[name] = value as Json
  }
  const custom = customNames(tools)
  if (custom.length > 0) echo[CUSTOM_TOOLS] = custom
  return { echo, ...readState(field) }
}

function customNames(tools: unknown): string[] {
  if (!Array.isArray(tools)) return []
  return tools.flatMap((tool: Json) =>
    isObject(tool) && tool.type === 'custom' && typeof tool.name === 'string' ? [tool.name] : [],
  )
}

export function isCustomTool(name: string, echo: JsonObject): boolean {
  const names = echo[CUSTOM_TOOLS]
  return isList(names) && names.includes(name)
}
