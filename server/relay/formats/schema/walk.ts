/**
 * Where schemas stand inside a JSON Schema. Objects in other places (`default`, `enum`, names of
 * properties) are values, whatever their names look like.
 */

import type { Json, JsonObject } from '../../wire/chat'
import { isList, isObject } from '../dialects/json-fields'

const SINGLE: ReadonlySet<string> = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

const LISTED: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'])

const NAMED: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** A copy whose direct subschemas are changed; keywords and properties keep their order. */
export function mapSchemas(
  schema: JsonObject,
  change: (subschema: JsonObject) => JsonObject,
): JsonObject {
  const changed = (value: Json | undefined): Json | undefined =>
    isObject(value) ? change(value) : value
  const entries = Object.entries(schema).map(([keyword, value]) => {
    if (LISTED.has(keyword) && isList(value)) return [keyword, value.map(changed)]
    if (SINGLE.has(keyword)) return [keyword, changed(value)]
    if (!NAMED.has(keyword) || !isObject(value)) return [keyword, value]
    const named = Object.entries(value).map(([name, one]) => [name, changed(one)])
    return [keyword, Object.fromEntries(named)]
  })
  return Object.fromEntries(entries)
}

/** The direct subschemas, in the order in which they stand. */
export function subschemas(schema: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = []
  for (const keyword in schema) {
    const value = schema[keyword]
    if (isList(value)) {
      if (LISTED.has(keyword)) found.push(...value.filter(isObject))
    } else if (isObject(value)) {
      if (SINGLE.has(keyword)) found.push(value)
      else if (NAMED.has(keyword)) found.push(...Object.values(value).filter(isObject))
    }
  }
  return found
}
