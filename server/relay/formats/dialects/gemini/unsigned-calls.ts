/** Calls that another vendor's model made, which Gemini 3 takes without a proof if that is said. */
import type { Json, JsonObject } from '../../../wire/chat'
import { UNKNOWN_SIGNATURE } from '../../chat/signatures'
import { isList, isObject } from '../json-fields'

/** The first call of every turn of the model has a signature; the same object when all have. */
export function withSignedCalls(body: JsonObject): JsonObject {
  const { contents } = body
  if (!isList(contents)) return body
  let isCalling = false
  const signed = contents.map((content) => {
    if (!isObject(content) || content.role !== 'model' || !isList(content.parts)) {
      isCalling = false
      return content
    }
    const at = isCalling ? -1 : content.parts.findIndex(isCall)
    isCalling = isCalling || at >= 0
    const first = content.parts[at]
    if (!isObject(first) || isSigned(first)) return content
    const made = { ...first, thoughtSignature: UNKNOWN_SIGNATURE }
    return { ...content, parts: content.parts.with(at, made) }
  })
  return signed.some((content, at) => content !== contents[at])
    ? { ...body, contents: signed }
    : body
}

function isCall(part: Json): boolean {
  return isObject(part) && (part.functionCall ?? part.function_call) !== undefined
}

function isSigned(part: JsonObject): boolean {
  return (part.thoughtSignature ?? part.thought_signature) !== undefined
}
