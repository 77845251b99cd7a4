/**
 * Google reads the names of its fields in both spellings, `systemInstruction` and
 * `system_instruction`; from here on they have the first.
 */

import { asObject, invalid } from '../../../wire/body-fields'
import type { Json, JsonObject } from '../../../wire/chat'

const SNAKE = /(?<=[a-z0-9])_([a-z])/g

/**
 * Only of the object itself: what it holds may be a client's own, such as arguments. Throws
 * `request.invalid` for a field that stands there in both.
 */
export function camelFields(object: JsonObject, path: string): JsonObject {
  const names = Object.keys(object)
  if (!names.some((name) => name.includes('_'))) return object
  const fields: Record<string, Json | undefined> = {}
  for (const name of names) {
    const plain = name.replace(SNAKE, (_, letter: string) => letter.toUpperCase())
    if (plain !== name && Object.hasOwn(object, plain)) {
      throw invalid(path === '' ? plain : `${path}.${plain}`, 'reason.repeated_key', {
        name: plain,
      })
    }
    fields[plain] = object[name]
  }
  return fields
}

/** A part of the request that Google describes. Throws `request.invalid`. */
export function fieldsAt(value: Json | undefined, path: string): JsonObject {
  return camelFields(asObject(value, path), path)
}
