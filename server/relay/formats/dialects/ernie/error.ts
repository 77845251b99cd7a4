import type { JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { countOf, parseObject, textOf } from '../json-fields'
import { readError as readOpenai } from '../openai/error'

/** Refusals come with status 200, and with a number of the vendor's own. */
export function failureIn({ error_code, error_msg }: JsonObject): UpstreamErrorFacts | undefined {
  const code = countOf(error_code)
  if (code === undefined || code === 0) return undefined
  return { message: textOf(error_msg) ?? `error ${code}`, code: String(code) }
}

export function readError(status: number, body: string): UpstreamErrorFacts {
  const parsed = parseObject(body)
  return (parsed && failureIn(parsed)) ?? readOpenai(status, body)
}
