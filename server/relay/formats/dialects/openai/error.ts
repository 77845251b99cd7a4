import type { Json, JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { isFailure, isList, isObject, objectOf, objectsOf, parseJson, textOf } from '../json-fields'

const MAX_MESSAGE_CHARACTERS = 2000
const MAX_PLAIN_TEXT_CHARACTERS = 300

/** Reads what an upstream says of a failure, in the many shapes its imitators use. */
export function readError(status: number, body: string): UpstreamErrorFacts {
  const parsed = parseJson(body)
  const first = isList(parsed) ? parsed.find(isObject) : objectOf(parsed)
  const facts = isObject(first) ? errorFacts(first) : undefined
  if (facts !== undefined) return facts
  return { message: plainText(body, parsed) ?? `bad response status code ${status}` }
}

/** `undefined` when the object reports no failure. */
export function errorFacts(answer: JsonObject): UpstreamErrorFacts | undefined {
  const { error } = answer
  const nested = isObject(error) ? fromObject(error) : undefined
  const message = nested?.message ?? textOf(error) ?? looseMessage(answer)
  if (message === undefined) return undefined
  const code = nested?.code ?? codeOf(answer.code)
  return {
    message: message.slice(0, MAX_MESSAGE_CHARACTERS),
    type: nested?.type,
    code,
    param: nested?.param,
  }
}

/** Whether a 2xx answer is in truth a failure. */
export function failureInAnswer(answer: JsonObject): UpstreamErrorFacts | undefined {
  return isFailure(answer.error) ? errorFacts(answer) : undefined
}

/**
 * What imitators say with status 200 instead of an answer: a number that is not 0, next to the
 * words, or below a name of their own.
 */
export function failureIn(answer: JsonObject): UpstreamErrorFacts | undefined {
  const own = objectOf(answer.base_resp)
  const code = own === undefined ? answer.code : own.status_code
  if (typeof code !== 'number' || code === 0) return undefined
  if (isAnswered(answer.choices) || isAnswered(answer.data)) return undefined
  const message = textOf(own?.status_msg) ?? errorFacts(answer)?.message
  return message === undefined ? undefined : { message, code: String(code) }
}

/** Some say a failure next to an empty list. */
function isAnswered(list: Json | undefined): boolean {
  return isList(list) && list.length > 0
}

function fromObject(error: JsonObject): UpstreamErrorFacts | undefined {
  const type = textOf(error.type)
  const code = codeOf(error.code)
  const message = textOf(error.message) ?? textOf(error.msg) ?? code ?? type
  if (message === undefined) return undefined
  return { message, type, code, param: textOf(error.param) }
}

function looseMessage(answer: JsonObject): string | undefined {
  const response = objectOf(objectOf(answer.response)?.error)
  return (
    textOf(answer.message) ??
    textOf(answer.msg) ??
    textOf(answer.err) ??
    textOf(answer.error_msg) ??
    textOf(objectOf(answer.header)?.message) ??
    textOf(response?.message) ??
    textOf(answer.detail) ??
    textOf(objectsOf(answer.detail)[0]?.msg)
  )
}

function codeOf(code: Json | undefined): string | undefined {
  return typeof code === 'number' ? String(code) : textOf(code)
}

/** Short plain words are worth showing; a page of HTML never is. */
function plainText(body: string, parsed: Json | undefined): string | undefined {
  if (typeof parsed === 'string') return textOf(parsed.slice(0, MAX_PLAIN_TEXT_CHARACTERS))
  const text = body.trim()
  const isPlain = parsed === undefined && !/[<>{}]/.test(text)
  return isPlain && text.length <= MAX_PLAIN_TEXT_CHARACTERS ? textOf(text) : undefined
}
