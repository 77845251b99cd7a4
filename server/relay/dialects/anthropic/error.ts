import type { JsonObject } from '../../chat'
import type { UpstreamErrorFacts } from '../dialect'
import { objectOf, parseObject, textOf } from '../json-fields'

const MAX_MESSAGE_CHARACTERS = 2000

/** Reads `{type: "error", error: {type, message}}`, and what proxies in front answer. */
export function readError(status: number, body: string): UpstreamErrorFacts {
  const parsed = parseObject(body)
  const facts = parsed && errorFacts(parsed)
  if (facts !== undefined) return facts
  const loose = textOf(parsed?.message) ?? textOf(parsed?.detail)
  return {
    message: (loose ?? `bad response status code ${status}`).slice(0, MAX_MESSAGE_CHARACTERS),
  }
}

/** `undefined` when the object tells of no failure. */
export function errorFacts(answer: JsonObject): UpstreamErrorFacts | undefined {
  const error = objectOf(answer.error)
  const type = textOf(error?.type)
  const message = textOf(error?.message) ?? textOf(answer.error) ?? type
  if (message === undefined) return undefined
  return { message: message.slice(0, MAX_MESSAGE_CHARACTERS), type }
}
