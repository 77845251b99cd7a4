/**
 * Schemas in bodies that pass through as they came: only what its vendor is certain to refuse is
 * changed, and a body that holds nothing of the kind stays as it is.
 */
import { SCHEMA_FORMS } from '../../../domain/vendor-limits/schema-forms'
import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject } from '../dialects/json-fields'
import { isJoinedAtTop, plainArguments } from './arguments'
import { fitSchema } from './fit'
import { References } from './references'

/** Whether a tool of Claude's has alternatives at the top of its schema. */
export function holdsJoinedTool(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some(isJoinedTool)
}

function isJoinedTool(tool: Json): boolean {
  return isObject(tool) && isObject(tool.input_schema) && isJoinedAtTop(tool.input_schema)
}

/** The tools of a Claude client, none of them with alternatives at its top. */
export function withPlainTools(body: JsonObject, losses: Set<string>): JsonObject {
  const { tools } = body
  if (!isList(tools) || !holdsJoinedTool(tools)) return body
  const made = tools.map((tool) => {
    if (!isJoinedTool(tool) || !isObject(tool) || !isObject(tool.input_schema)) return tool
    return { ...tool, input_schema: plainArguments(tool.input_schema, losses) }
  })
  return { ...body, tools: made }
}

const REFERENCE = '"$ref"'
/** Where Gemini's clients have schemas, in both spellings. */
const HOLDERS = ['tools', 'generationConfig', 'generation_config'] as const
const FULL_SCHEMAS: ReadonlySet<string> = new Set([
  'parametersJsonSchema',
  'parameters_json_schema',
  'responseJsonSchema',
  'response_json_schema',
])
/** On the way from the body to a schema. */
const BETWEEN: ReadonlySet<string> = new Set([
  ...HOLDERS,
  'functionDeclarations',
  'function_declarations',
])

export function mayHoldReferences(bytes: Buffer, fields: ReadonlySet<string>): boolean {
  return HOLDERS.some((name) => fields.has(name)) && bytes.includes(REFERENCE)
}

/** The body of a Gemini client with the references of its schemas as Gemini takes them. */
export function withFitReferences(body: JsonObject, losses: Set<string>): JsonObject {
  const changed = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    if (!BETWEEN.has(name) && !FULL_SCHEMAS.has(name)) return []
    const made = fitIn(name, value, losses)
    return made === undefined || made === value ? [] : [[name, made]]
  })
  return changed.length === 0 ? body : { ...body, ...Object.fromEntries(changed) }
}

function fitIn(name: string, value: Json | undefined, losses: Set<string>): Json | undefined {
  if (isList(value)) return sameList(value, (one) => fitIn(name, one, losses) ?? one)
  if (!isObject(value)) return value
  if (!FULL_SCHEMAS.has(name)) return withFitReferences(value, losses)
  if (!new References(value).areUsed) return value
  const { schema, lost } = fitSchema(value, SCHEMA_FORMS.gemini)
  for (const keyword of lost) losses.add(`${name}.${keyword}`)
  return schema
}

/** The same list when none of it differs. */
function sameList(list: readonly Json[], change: (one: Json) => Json): readonly Json[] {
  const made = list.map(change)
  return made.some((one, at) => one !== list[at]) ? made : list
}
