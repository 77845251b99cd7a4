import type { JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { isList, objectOf, parseJson, textOf } from '../json-fields'

const MAX_MESSAGE_CHARACTERS = 2000

/**
 * Reads `{type: "error", error: {type, message}}`, what proxies in front answer, and Google's
 * `{error: {message, status}}`, also in a list.
 */
export function readError(status: number, body: string): UpstreamErrorFacts {
  const json = parseJson(body)
  const parsed = objectOf(isList(json) ? json[0] : json)
  const facts = parsed && errorFacts(parsed)
  if (facts !== undefined) return facts
  const loose = textOf(parsed?.message) ?? textOf(parsed?.detail)
  return {
    message: (loose ?? `bad response status code ${status}`).slice(0, MAX_MESSAGE_CHARACTERS),
  }
}

/** `undefined` when the object reports no failure. */
export function errorFacts(answer: JsonObject): UpstreamErrorFacts | undefined {
  const error = objectOf(answer.error)
  const type = textOf(error?.type) ?? textOf(error?.status)
  const message = textOf(error?.message) ?? textOf(answer.error) ?? type
  if (message === undefined) return undefined
  return { message: message.slice(0, MAX_MESSAGE_CHARACTERS), type }
}
