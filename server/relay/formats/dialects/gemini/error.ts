import type { Json, JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { isList, isObject, objectOf, objectsOf, parseJson, stringOf } from '../json-fields'

const MAX_MESSAGE_CHARACTERS = 2000

/**
 * Reads `{error: {code, message, status, details}}`, also when it came wrapped in a list, as
 * the streaming address sends it.
 */
export function readError(status: number, body: string): UpstreamErrorFacts {
  const facts = errorFacts(parseJson(body))
  if (facts !== undefined) {
    return facts
  }
  const text = body.trim()
  const isPage = text === '' || text.startsWith('<')
  return { message: isPage ? `HTTP ${status}` : text.slice(0, MAX_MESSAGE_CHARACTERS) }
}

/** The upstream's own words about a failure, or `undefined` when the JSON reports none. */
export function errorFacts(parsed: Json | undefined): UpstreamErrorFacts | undefined {
  const first = isList(parsed) ? parsed.find(isObject) : parsed
  const error = objectOf(objectOf(first)?.error)
  if (error === undefined) {
    return undefined
  }
  const details = objectsOf(error.details)
  const reason = details.map((detail) => stringOf(detail.reason)).find(Boolean)
  const violation = details.flatMap((detail) => objectsOf(detail.fieldViolations))[0]
  const type = stringOf(error.status)
  const code = reason ?? (error.code === undefined ? undefined : String(error.code))
  const param = stringOf(violation?.field)
  const retryAfterMs = details.map(retryDelayMs).find((ms) => ms !== undefined)
  const message = stringOf(error.message) ?? type ?? code ?? 'unknown error'
  return {
    message: message.slice(0, MAX_MESSAGE_CHARACTERS),
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
    ...(param !== undefined && { param }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

/** A duration as protocol buffers write it: `"3.5s"`. */
const DURATION = /^(\d{1,6}(?:\.\d{1,9})?)s$/

function retryDelayMs(detail: JsonObject): number | undefined {
  const seconds = DURATION.exec(stringOf(detail.retryDelay) ?? '')?.[1]
  return seconds === undefined ? undefined : Number(seconds) * 1000
}
