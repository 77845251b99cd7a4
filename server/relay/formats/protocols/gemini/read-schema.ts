/** Google's own kind of schema, a subset of OpenAPI's, as JSON Schema. */

import { isList, isObject } from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'
import { camelFields } from './messages'

/** Nobody nests deeper; what is below stays as it is. */
const MAX_DEPTH = 64

/** Google writes whole numbers of 64 bits as text. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
])

/** Keywords of Google's own that are no JSON Schema, and that other vendors refuse. */
const DROPPED: ReadonlySet<string> = new Set(['propertyOrdering', 'nullable', 'example'])

export function plainSchema(schema: JsonObject, depth = 0): JsonObject {
  if (depth > MAX_DEPTH) return schema
  const from = camelFields(schema, '')
  const made: Record<string, Json | undefined> = {}
  for (const [name, value] of Object.entries(from)) {
    if (!DROPPED.has(name)) made[name] = plainValue(name, value, depth)
  }
  // Google's TYPE_UNSPECIFIED allows every type; elsewhere that is said by leaving the type out.
  if (made.type === 'type_unspecified') made.type = undefined
  if (from.nullable === true && typeof made.type === 'string') made.type = [made.type, 'null']
  return made
}

function plainValue(name: string, value: Json | undefined, depth: number): Json | undefined {
  if (name === 'type') return typeof value === 'string' ? value.toLowerCase() : value
  if (COUNTS.has(name)) return typeof value === 'string' ? Number(value) : value
  if (name === 'items' || name === 'additionalProperties') {
    return isObject(value) ? plainSchema(value, depth + 1) : value
  }
  if (name === 'anyOf') return isList(value) ? value.map((one) => below(one, depth)) : value
  if (name !== 'properties' || !isObject(value)) return value
  const fields = Object.entries(value).map(([field, one]) => [field, below(one, depth)] as const)
  return Object.fromEntries(fields)
}

function below(value: Json | undefined, depth: number): Json {
  return isObject(value) ? plainSchema(value, depth + 1) : (value ?? null)
}
