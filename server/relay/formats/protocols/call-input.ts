import { isObject } from '../../wire/body-fields'
import type { Json, JsonObject } from '../../wire/chat'

/** Arguments of a call as an object. A model may break them off; a client still sees what came. */
export function callInput(argumentsJson: string): JsonObject {
  if (argumentsJson.trim() === '') return {}
  try {
    const value: Json = JSON.parse(argumentsJson)
    return isObject(value) ? value : { value }
  } catch {
    return { arguments: argumentsJson }
  }
}
