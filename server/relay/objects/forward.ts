/** One question about what a channel's account keeps, and its answer as it comes. */
import type { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import { OWNED_FAMILY_ROWS, type OwnedFamily } from '../../domain/objects/objects'
import { dialectOf } from '../call/channel/channel-api'
import type { Relay } from '../call/relay'
import { failuresOf } from '../call/upstream-failure'
import { connectionTo } from '../net/connection-to'
import { type OpenedAnswer, openAnswer } from '../net/open-answer'
import type { RelayChannel } from '../ports/ports'

const MAX_ERROR_BYTES = 256 * 1024
/** No object is longer; contents are not collected. */
export const MAX_OBJECT_BYTES = 64 * 1024 * 1024

export interface OwnedRequest {
  readonly channel: RelayChannel
  readonly family: OwnedFamily
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below the family's home, with its query: `/batch_1/cancel?x=1`. */
  readonly tail: string
  readonly body: Uint8Array | Readable | null
  /** Of the body. */
  readonly bodyHeaders: Readonly<Record<string, string>>
  /** Lower-cased client headers that the vendor may see. */
  readonly clientHeaders: Readonly<Record<string, string>>
}

export type OwnedAnswer = Pick<OpenedAnswer, 'status' | 'headers' | 'body' | 'beforeEnd'>

type Forwarding = Pick<Relay, 'upstream' | 'directory' | 'vendorOf'>

/** Resolves with a 2xx answer. Throws `upstream.*`, as clients are to read it. */
export async function forward(relay: Forwarding, request: OwnedRequest): Promise<OwnedAnswer> {
  const { channel, method, body } = request
  const { url, headers, readError } = addressed(relay, request)
  const answer = await openAnswer(relay.upstream, {
    method,
    url,
    headers,
    body,
    ...connectionTo(channel),
  })
  if (answer.status >= 200 && answer.status < 300) return answer
  const text = await collected(answer, MAX_ERROR_BYTES).catch(() => Buffer.alloc(0))
  const facts = readError(answer.status, text.toString(), answer.headers)
  throw failuresOf(channel, answer.headers)(answer.status, facts, true)
}

/** What authorizes a question about the account is what authorizes its calls. */
function addressed(relay: Forwarding, request: OwnedRequest) {
  const { channel, family, tail, bodyHeaders, clientHeaders } = request
  const home = channel.type.keeps[family]
  const dialect = dialectOf(channel)
  const target = dialect?.target({
    channel,
    operation: 'chat',
    stream: false,
    requestedModel: '',
    upstreamModel: '',
    settings: relay.directory.vendorSettings(),
    clientHeaders,
    owner: '',
  })
  if (home === undefined || dialect === undefined || target === undefined) {
    const { home: path } = OWNED_FAMILY_ROWS[family]
    throw new GatewayError('owned.not_offered', { path, group: '' })
  }
  return {
    url: channel.baseUrl + home + tail,
    headers: { accept: '*/*', 'user-agent': 'gw', ...target.headers, ...bodyHeaders },
    readError: dialect.readError,
  }
}

/** Throws `upstream.too_large`. */
export async function collected(answer: OwnedAnswer, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body) {
    size += part.byteLength
    if (size > maxBytes) {
      throw new GatewayError('upstream.too_large', { limitMb: Math.ceil(maxBytes / 1024 / 1024) })
    }
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const LINE_END = 0x0a
/** A line of a batch is one request or answer. */
const MAX_LINE_BYTES = 64 * 1024 * 1024

/** Each line of JSON lines, read as they come. Throws `upstream.too_large` and what `take` does. */
export async function eachLine(
  answer: OwnedAnswer,
  take: (line: string, size: number) => void,
): Promise<void> {
  let rest: Buffer[] = []
  let size = 0
  const flush = () => {
    const line = rest.length === 1 ? rest[0] : Buffer.concat(rest)
    const text = (line ?? Buffer.alloc(0)).toString().trim()
    rest = []
    if (text !== '') take(text, size)
    size = 0
  }
  for await (const part of answer.body) {
    let from = 0
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let at = bytes.indexOf(LINE_END); at >= 0; at = bytes.indexOf(LINE_END, from)) {
      rest.push(bytes.subarray(from, at))
      size += at - from
      flush()
      from = at + 1
    }
    rest.push(bytes.subarray(from))
    size += bytes.length - from
    if (size > MAX_LINE_BYTES) throw new GatewayError('upstream.too_large', { limitMb: 64 })
  }
  flush()
}
