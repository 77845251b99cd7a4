/**
 * The schema of a tool's arguments, which are an object everywhere. Alternatives at its top are
 * refused by the largest vendors, and with them every call that offers the tool.
 */
import { REFUSED_AT_TOP } from '../../../domain/vendor-limits/schema-forms'
import type { Json, JsonObject, ToolDefinition } from '../../wire/chat'
import { isList, isObject, objectsOf } from '../dialects/json-fields'
import { described, joined, requiredOf, united } from './compose'
import { inlined } from './inline'

const NO_ARGUMENTS: JsonObject = { type: 'object', properties: {} }

/** Whether the schema has at its top what every one of them refuses. */
export function isJoinedAtTop(schema: JsonObject): boolean {
  return schema.anyOf !== undefined || schema.oneOf !== undefined || schema.allOf !== undefined
}

/** Whether the schema has at its top what one of them refuses. */
function isComposedAtTop(schema: JsonObject): boolean {
  return schema.$ref !== undefined || Object.keys(schema).some((name) => REFUSED_AT_TOP.has(name))
}

/** The arguments of a tool; `isPlain` where its vendor refuses alternatives at their top. */
export function argumentsOf(
  { parameters }: Pick<ToolDefinition, 'parameters'>,
  isPlain: boolean,
  losses: Set<string>,
): JsonObject {
  if (parameters === undefined) return NO_ARGUMENTS
  const schema = isPlain ? plainArguments(parameters, losses) : parameters
  const isWhole = schema.type !== undefined && schema.properties !== undefined
  return isWhole ? schema : { ...NO_ARGUMENTS, ...schema }
}

/** The same schema when there is nothing at its top that is refused there. */
export function plainArguments(schema: JsonObject, losses: Set<string>): JsonObject {
  if (!isComposedAtTop(schema)) return schema
  const top = joined(inlined(schema).schema)
  const refused = Object.entries(top).filter(([name]) => REFUSED_AT_TOP.has(name))
  for (const [name] of refused) losses.add(`tools.parameters.${name}`)
  const own = Object.entries(top).filter(([name]) => !REFUSED_AT_TOP.has(name))
  const alternatives = [...objectsOf(top.anyOf), ...objectsOf(top.oneOf)]
  const plain = united({ ...Object.fromEntries(own), type: 'object' }, alternatives)
  return described(plain, refused.map(shortened))
}

/** Of alternatives that are objects only what each of them requires: the rest is in the schema. */
function shortened([name, value]: readonly [string, Json | undefined]) {
  const short = (one: Json): Json =>
    isObject(one) && isObject(one.properties) ? { required: requiredOf(one) } : one
  return [name, isList(value) ? value.map(short) : value] as const
}
