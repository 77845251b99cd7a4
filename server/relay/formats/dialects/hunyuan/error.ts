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
  const failure = objectOf(answer.ErrorMsg)
  if (failure === undefined) return undefined
  const code = typeof failure.Code === 'number' ? String(failure.Code) : undefined
  return { message: textOf(failure.Msg) ?? 'unknown error', code }
}

export function readError(status: number, body: string): UpstreamErrorFacts {
  const parsed = parseObject(body)
  return (parsed && failureIn(parsed)) ?? readOpenai(status, body)
}
