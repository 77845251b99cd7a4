/**
 * One exchange whose connection may go to an address that was judged before. Bun's fetch cannot
 * pin one, so this uses Node's clients; the name stays in Host, SNI and certificate checks.
 * Redirects are not followed.
 */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6, type LookupFunction } from 'node:net'
import { GatewayError } from '../../domain/errors/gateway-error'

export interface Answer {
  readonly status: number
  /** Where a redirect leads, as the server wrote it. */
  readonly location: string | undefined
  readonly contentType: string | undefined
  /** When to try again, as the server wrote it. */
  readonly retryAfter?: string | undefined
  /** One of the answer, by its name in small letters; "" when it is not there. */
  readonly header?: (name: string) => string
  /** Empty unless the status is 2xx, or what errors say is read, too. */
  readonly body: Uint8Array
}

export interface ExchangeLimits {
  /** For all of it, from the connection to the last byte. */
  readonly timeoutMs: number
  /** Of the answer's body; 0 leaves it unread, however long it is. */
  readonly maxBytes: number
  /** Whether the body is read whatever the status. */
  readonly readsErrors?: boolean
  /** Asked before bytes of the body are taken; throws when there is no room for them. */
  readonly take?: (bytes: number) => void
  /** Ends the exchange before its time. */
  readonly signal?: AbortSignal
}

export interface Sending extends ExchangeLimits {
  /** Connected to, whatever the name resolves to by now; the system resolves it when absent. */
  readonly address?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Makes it a POST. */
  readonly body?: string | undefined
  /** Makes it a DELETE, without a body. */
  readonly isDeletion?: boolean | undefined
  /** The only one to trust, in PEM. */
  readonly certificate?: string | undefined
}

/** One GET to `address`. */
export type SendPinned = (
  url: URL,
  limits: ExchangeLimits & { readonly address: string },
) => Promise<Answer>

const OWN_HEADERS = { 'accept-encoding': 'identity', 'user-agent': 'gw' } as const

export function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('media.too_large', { limitMb: Math.floor(maxBytes / 1024 / 1024) })
}

export const sendPinned: SendPinned = (url, limits) =>
  sendOnce(url, { ...limits, headers: { accept: '*/*' } })

/**
 * Rejects with `media.too_large` for too large a body, and with the client's own error for a
 * refused connection or a timeout.
 */
export function sendOnce(url: URL, sending: Sending): Promise<Answer> {
  const { address, headers, body, certificate, timeoutMs, signal } = sending
  const bodyless = sending.isDeletion === true ? 'DELETE' : 'GET'
  const late = AbortSignal.timeout(timeoutMs)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const outgoing = send(
    url,
    {
      method: body === undefined ? bodyless : 'POST',
      agent: false,
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
      headers: { ...OWN_HEADERS, ...headers, ...length },
      ...(address !== undefined && { lookup: pinnedLookup(address) }),
      ...(certificate !== undefined && { ca: certificate }),
    },
    (incoming) => {
      readAnswer(incoming, sending)
        .then(resolve, reject)
        .finally(() => outgoing.destroy())
    },
  )
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

function pinnedLookup(address: string): LookupFunction {
  const family = isIPv6(address) ? 6 : 4
  return (_hostname, options, answer) => {
    if (options.all) {
      answer(null, [{ address, family }])
    } else {
      answer(null, address, family)
    }
  }
}

async function readAnswer(incoming: IncomingMessage, limits: ExchangeLimits): Promise<Answer> {
  const status = incoming.statusCode ?? 0
  const isSuccess = status >= 200 && status <= 299
  const isWanted = (isSuccess || limits.readsErrors === true) && limits.maxBytes > 0
  return {
    status,
    location: incoming.headers.location,
    contentType: incoming.headers['content-type'],
    retryAfter: incoming.headers['retry-after'],
    header: (name) => String(incoming.headers[name] ?? ''),
    body: isWanted ? await readBody(incoming, limits) : new Uint8Array(),
  }
}

async function readBody(
  incoming: IncomingMessage,
  { maxBytes, take }: ExchangeLimits,
): Promise<Uint8Array> {
  let taken = 0
  const admit = (size: number) => {
    if (size > maxBytes) throw tooLarge(maxBytes)
    if (size <= taken) return
    take?.(size - taken)
    taken = size
  }
  admit(Number(incoming.headers['content-length'] ?? 0))
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    admit(size)
    chunks.push(bytes)
  }
  if (!incoming.complete) {
    throw new Error('the body was cut')
  }
  return Buffer.concat(chunks, size)
}
