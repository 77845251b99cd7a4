/** What older drafts, and OpenAPI, write otherwise than JSON Schema does today. */

import type { Json, JsonObject } from '../../wire/chat'
import { isList } from '../dialects/json-fields'

/** The same schema when it says nothing in an older way. */
export function modern(schema: JsonObject): JsonObject {
  let made = schema
  if (isList(made.items)) made = withTuple(made)
  if (typeof made.exclusiveMinimum === 'boolean') made = withBound(made, 'exclusiveMinimum')
  if (typeof made.exclusiveMaximum === 'boolean') made = withBound(made, 'exclusiveMaximum')
  return typeof made.nullable === 'boolean' ? withNull(made) : made
}

/** In the place of the old name. */
export function renamed(schema: JsonObject, from: string, to: string): JsonObject {
  const entries = Object.entries(schema).map(([name, value]) => [name === from ? to : name, value])
  return Object.fromEntries(entries)
}

/** Types of the first items, and of those behind them. */
function withTuple(schema: JsonObject): JsonObject {
  const { additionalItems, ...tuple } = renamed(schema, 'items', 'prefixItems')
  return additionalItems === undefined ? tuple : { ...tuple, items: additionalItems }
}

const INCLUSIVE = { exclusiveMinimum: 'minimum', exclusiveMaximum: 'maximum' } as const

/** Once a mark on the limit next to it. */
function withBound(schema: JsonObject, name: keyof typeof INCLUSIVE): JsonObject {
  const { [name]: isExclusive, ...rest } = schema
  const { [INCLUSIVE[name]]: limit, ...others } = rest
  if (isExclusive !== true) return rest
  return limit === undefined ? others : { ...others, [name]: limit }
}

function withNull({ nullable, ...schema }: JsonObject): JsonObject {
  const { type } = schema
  if (nullable !== true || typeof type !== 'string') return schema
  const values: readonly Json[] | undefined = isList(schema.enum) ? schema.enum : undefined
  const allowed = values !== undefined && !values.includes(null) && { enum: [...values, null] }
  return { ...schema, type: [type, 'null'], ...allowed }
}
