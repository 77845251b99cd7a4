/** A request as it goes over the wire (RFC 9112, 3 and 6). */
import { wireError } from './wire-error'

export interface WireRequest {
  readonly bytes: Uint8Array
  /** A body that is too long to be copied behind its head. */
  readonly after: Uint8Array | undefined
  /** Reading it twice does no more than reading it once (RFC 9110, 9.2.2). */
  readonly isIdempotent: boolean
  /** Longest silence inside the answer. */
  readonly idleMs: number
}

/** Up to here one copy and one write are cheaper than two writes. */
const JOINED_BYTES = 64 * 1024

export interface RequestParts {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
  readonly idleMs: number
}

/** What the framing of a request is made of: ours alone to say. */
const OWN = new Set(['connection', 'content-length', 'expect', 'keep-alive', 'te', 'trailer'])
const REFUSED = new Set(['transfer-encoding', 'upgrade'])
const NAME = /^[!#$%&'*+.^_`|~\w-]+$/
const BROKEN_VALUE = /[^\t\x20-\x7e\x80-\xff]/

/**
 * Throws for a header that would be read as something else. `host` is where the request goes,
 * unless a header says otherwise.
 */
export function wireRequest(parts: RequestParts, host: string): WireRequest {
  const { method, path, headers, body, idleMs } = parts
  let head = `${method} ${path} HTTP/1.1\r\n${headerLines(headers, host)}`
  const isIdempotent = method !== 'POST'
  if (body === null) {
    if (method === 'POST') head += 'content-length: 0\r\n'
    return { bytes: Buffer.from(`${head}\r\n`, 'latin1'), after: undefined, isIdempotent, idleMs }
  }
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  head += `content-length: ${length}\r\n\r\n`
  if (length > JOINED_BYTES) {
    const after = typeof body === 'string' ? Buffer.from(body) : body
    return { bytes: Buffer.from(head, 'latin1'), after, isIdempotent, idleMs }
  }
  const bytes = Buffer.allocUnsafe(head.length + length)
  bytes.write(head, 0, 'latin1')
  if (typeof body === 'string') bytes.write(body, head.length)
  else bytes.set(body, head.length)
  return { bytes, after: undefined, isIdempotent, idleMs }
}

function headerLines(headers: RequestParts['headers'], host: string): string {
  let lines = ''
  let named = host
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (!isKnownName(name) || BROKEN_VALUE.test(value)) throw wireError('ERR_INVALID_CHAR')
    const plain = name.toLowerCase()
    if (plain === 'host') named = value
    else if (REFUSED.has(plain)) throw wireError('ERR_INVALID_CHAR')
    else if (!OWN.has(plain)) lines += `${name}: ${value}\r\n`
  }
  return `${lines}host: ${named}\r\nconnection: keep-alive\r\n`
}

/** The same few names come with every request. */
const knownNames = new Set<string>()
const MOST_NAMES = 1_000

function isKnownName(name: string): boolean {
  if (knownNames.has(name)) return true
  if (!NAME.test(name)) return false
  if (knownNames.size < MOST_NAMES) knownNames.add(name)
  return true
}
