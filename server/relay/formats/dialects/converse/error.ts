import type { JsonObject } from '../../../wire/chat'
import type { UpstreamErrorFacts } from '../error-facts'
import { parseObject, textOf } from '../json-fields'

const MAX_MESSAGE_CHARACTERS = 2000
const TYPE_HEADER = 'x-amzn-errortype'

/** `{message}` with the kind of failure in a header, or in the body as `__type`. */
export function readError(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[] | undefined>> = {},
): UpstreamErrorFacts {
  const parsed = parseObject(body)
  const text = textOf(parsed?.message) ?? textOf(parsed?.Message)
  const header = headers[TYPE_HEADER]
  const code = kindOf(typeof header === 'string' ? header : textOf(parsed?.__type))
  const message = (text ?? code ?? `bad response status code ${status}`).slice(
    0,
    MAX_MESSAGE_CHARACTERS,
  )
  return code === undefined ? { message } : { message, code }
}

/** "ThrottlingException:http://…" and "com.amazon.coral.service#ThrottlingException". */
function kindOf(text: string | undefined): string | undefined {
  const [named] = text?.split(':') ?? []
  return named?.slice(named.lastIndexOf('#') + 1) || undefined
}

/** Pictures that its filters kept back are reported with status 200. */
export function failureIn({ error }: JsonObject): UpstreamErrorFacts | undefined {
  const message = textOf(error)
  return message === undefined ? undefined : { message, code: 'content_filtered' }
}
