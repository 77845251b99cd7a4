/** HTTP/1.1 requests out of a byte stream: content-length and chunked bodies, keep-alive. */

export interface ParsedRequest {
  readonly method: string
  readonly path: string
  /** Names in lower case; repeated fields joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface Body {
  readonly bytes: Buffer
  /** Offset of the first byte after the body. */
  readonly end: number
}

export class RequestParser {
  #pending: Buffer = Buffer.alloc(0)

  /** Adds what the socket delivered and returns the requests that are now whole. */
  push(bytes: Uint8Array): ParsedRequest[] {
    this.#pending = Buffer.concat([this.#pending, bytes])
    const whole: ParsedRequest[] = []
    for (let next = this.#take(); next !== undefined; next = this.#take()) whole.push(next)
    return whole
  }

  #take(): ParsedRequest | undefined {
    const headEnd = this.#pending.indexOf('\r\n\r\n')
    if (headEnd < 0) return undefined
    const [requestLine = '', ...fields] = this.#pending
      .subarray(0, headEnd)
      .toString('latin1')
      .split('\r\n')
    const headers = readHeaders(fields)
    const body = readBody(this.#pending, headEnd + 4, headers)
    if (body === undefined) return undefined
    this.#pending = this.#pending.subarray(body.end)
    const [method = '', path = ''] = requestLine.split(' ')
    return { method, path, headers, body: body.bytes }
  }
}

function readHeaders(fields: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).trim().toLowerCase()
    const value = field.slice(colon + 1).trim()
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value
  }
  return headers
}

function readBody(
  bytes: Buffer,
  start: number,
  headers: Readonly<Record<string, string>>,
): Body | undefined {
  if (headers['transfer-encoding']?.includes('chunked')) return readChunks(bytes, start)
  const end = start + Number(headers['content-length'] ?? 0)
  return bytes.length < end ? undefined : { bytes: Buffer.from(bytes.subarray(start, end)), end }
}

function readChunks(bytes: Buffer, start: number): Body | undefined {
  const chunks: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size
    if (bytes.length < end + 2) return undefined
    if (size === 0) return { bytes: Buffer.concat(chunks), end: end + 2 }
    chunks.push(Buffer.from(bytes.subarray(lineEnd + 2, end)))
    at = end + 2
  }
}
