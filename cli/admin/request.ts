/** A call of the management API put together of what stands on a command line. */
import { UsageError } from '../exit'
import { words } from '../words'

interface Typed {
  readonly method: string
  /** Path and query, with or without a slash before. */
  readonly address: string
  /** `key=value`, where the value is text. */
  readonly texts: readonly string[]
  /** `key=value`, where the value is JSON if it can be read so. */
  readonly values: readonly string[]
  /** A complete body. */
  readonly input: string | undefined
}

export interface CallRequest {
  readonly method: string
  readonly address: string
  readonly body: string | undefined
}

/** Fields go into the query with GET, or when `input` is the body. Throws `UsageError`. */
export function requestOf({ method, address, texts, values, input }: Typed): CallRequest {
  const path = address.startsWith('/') ? address : `/${address}`
  if (!URL.canParse(path, 'http://gateway')) throw new UsageError(words`${address} is no address`)
  if (method === 'GET' && input !== undefined) throw new UsageError('GET has no body')
  const fields = [
    ...texts.map((text) => pair(text, (value) => value)),
    ...values.map((text) => pair(text, jsonValue)),
  ]
  if (method === 'GET' || input !== undefined) {
    return { method, address: withQuery(path, fields), body: input && checkedJson(input) }
  }
  const body = fields.length === 0 ? undefined : JSON.stringify(Object.fromEntries(fields))
  return { method, address: path, body }
}

function pair<T>(text: string, read: (value: string) => T): readonly [string, T] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError(words`${text} is not of the form KEY=VALUE`)
  return [text.slice(0, at), read(text.slice(at + 1))]
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withQuery(path: string, fields: readonly (readonly [string, unknown])[]): string {
  if (fields.length === 0) return path
  const texts = fields.map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(texts)}`
}

function checkedJson(text: string): string {
  try {
    JSON.parse(text)
    return text
  } catch {
    throw new UsageError('the body must be JSON')
  }
}
