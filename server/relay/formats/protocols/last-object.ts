import { isObject } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'
import { parseFrames } from '../framings/frames'

/** The last frame of a stream's end whose JSON object is `wanted`. */
export function lastObject(
  tail: string,
  wanted: (object: JsonObject) => boolean,
): JsonObject | undefined {
  for (const { data } of parseFrames(tail).reverse()) {
    const object = parsedObject(data)
    if (object !== undefined && wanted(object)) return object
  }
  return undefined
}

/** `undefined` for what is none: the first piece of a sample may begin inside a frame. */
export function parsedObject(data: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(data)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
