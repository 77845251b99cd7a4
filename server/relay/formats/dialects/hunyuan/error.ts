import type { JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { objectOf, parseObject, textOf } from '../json-fields'
import { readError as readOpenai } from '../openai/error'

/** The cloud answers every refusal with status 200; a stream has its own words for one. */
export function failureIn(answer: JsonObject): UpstreamErrorFacts | undefined {
  const error = objectOf(objectOf(answer.Response)?.Error)
  if (error !== undefined) {
    return { message: textOf(error.Message) ?? 'unknown error', code: textOf(error.Code) }
  }
  const told = objectOf(answer.ErrorMsg)
  if (told === undefined) return undefined
  const code = typeof told.Code === 'number' ? String(told.Code) : undefined
  return { message: textOf(told.Msg) ?? 'unknown error', code }
}

export function readError(status: number, body: string): UpstreamErrorFacts {
  const parsed = parseObject(body)
  return (parsed && failureIn(parsed)) ?? readOpenai(status, body)
}
