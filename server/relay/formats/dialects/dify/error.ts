import type { UpstreamErrorFacts } from '../error-facts'
import { parseObject, textOf } from '../json-fields'
import { readError as readPlainError } from '../openai/error'

/** `{code, message, status}`; anything else is read as from everybody else. */
export function readError(status: number, body: string): UpstreamErrorFacts {
  const answer = parseObject(body)
  const message = textOf(answer?.message)
  const code = textOf(answer?.code)
  if (message === undefined || code === undefined) return readPlainError(status, body)
  return { message, code }
}
