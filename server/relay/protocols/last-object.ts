import { parseFrames } from '../stream/frames'
import type { Json, JsonObject } from '../wire/chat'
import { isObject } from './body-fields'

/** The last frame of a stream's end whose JSON object is `wanted`. */
export function lastObject(
  tail: string,
  wanted: (object: JsonObject) => boolean,
): JsonObject | undefined {
  for (const { data } of parseFrames(tail).reverse()) {
    const object = objectIn(data)
    if (object !== undefined && wanted(object)) return object
  }
  return undefined
}

/** The first piece of a sample may begin inside a frame. */
function objectIn(data: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(data)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
