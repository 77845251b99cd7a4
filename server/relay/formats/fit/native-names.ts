/** Names of tools in a request that passes through: the same rule as for what is translated. */

import type { Json, JsonObject } from '../../wire/chat'
import type { NativeHead, UpstreamCall } from '../dialects/dialect'
import { isList, isObject } from '../dialects/json-fields'
import { fits, lossOf, madeName, ruleFor } from './tool-names'

/** By facts of the head alone. */
export function needsNames(call: UpstreamCall, { names }: NativeHead): boolean {
  if (names === undefined) return false
  const rule = ruleFor(call)
  return names.some((name) => !fits(name, rule))
}

export interface NamedBody {
  readonly body: JsonObject
  /** Name that the upstream knows → name that the client wrote. */
  readonly toolNames: Readonly<Record<string, string>>
}

/** Where tools are offered, forced, called and answered, in any protocol. */
const PLACES = [
  ...['tools', 'functions', 'tool_choice', 'function_call', 'toolConfig', 'tool_config'],
  ...['messages', 'input', 'contents'],
] as const

/** The same object when every name fits. */
export function withNativeNames(
  body: JsonObject,
  call: UpstreamCall,
  losses: Set<string>,
): NamedBody {
  const rule = ruleFor(call)
  const toolNames: Record<string, string> = {}
  const rename = (name: string): string => {
    if (fits(name, rule)) return name
    losses.add(lossOf(name, rule))
    const made = madeName(name, rule)
    toolNames[made] = name
    return made
  }
  const made: Record<string, Json | undefined> = { ...body }
  for (const place of PLACES) {
    const value = body[place]
    if (value !== undefined) made[place] = renamed(value, place, rename)
  }
  return Object.keys(toolNames).length === 0 ? { body, toolNames } : { body: made, toolNames }
}

type Rename = (name: string) => string

/** Fields and lists whose objects are tools, calls or results. */
const HOLDERS: ReadonlySet<string> = new Set([
  ...['tools', 'functions', 'functionDeclarations', 'function_declarations'],
  ...['function', 'custom', 'tool_choice', 'function_call', 'functionCall'],
  ...['functionResponse', 'function_response'],
])
const TYPES: ReadonlySet<unknown> = new Set(['tool_use', 'function_call', 'custom_tool_call'])
const ROLES: ReadonlySet<unknown> = new Set(['tool', 'function'])
/** What clients and models write in words of their own. */
const OPAQUE: ReadonlySet<string> = new Set([
  ...['parameters', 'parametersJsonSchema', 'input_schema', 'output_schema', 'response'],
  ...['arguments', 'args', 'source', 'image_url', 'inlineData', 'text'],
])

function renamed(value: Json, holder: string, rename: Rename): Json {
  if (isList(value)) {
    const isNames = /^allowed_?function_?names$/i.test(holder)
    return value.map((entry) =>
      isNames && typeof entry === 'string' ? rename(entry) : renamed(entry, holder, rename),
    )
  }
  if (!isObject(value)) return value
  const made: Record<string, Json | undefined> = {}
  const isNamed = HOLDERS.has(holder) || TYPES.has(value.type) || ROLES.has(value.role)
  for (const [field, inner] of Object.entries(value)) {
    if (inner === undefined || OPAQUE.has(field) || isArguments(value, field)) made[field] = inner
    else if (typeof inner !== 'string') made[field] = renamed(inner, field, rename)
    else made[field] = isToolName(value, field, isNamed) ? rename(inner) : inner
  }
  return made
}

function isToolName(value: JsonObject, field: string, isNamed: boolean): boolean {
  return field === 'name' ? isNamed : field === 'tool_name' && value.type === 'tool_reference'
}

/** Claude's name for the arguments of a call is Responses' for a conversation. */
function isArguments(value: JsonObject, field: string): boolean {
  return field === 'input' && TYPES.has(value.type)
}
