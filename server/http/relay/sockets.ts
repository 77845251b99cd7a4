/** Realtime: a request becomes a socket when the upstream's end of it is open. */
import { GatewayError } from '../../domain/errors/gateway-error'
import type { CallRoute } from '../../domain/operations'
import { readCredential } from '../../relay/call/authorize'
import { answerHeaders } from '../../relay/net/answer-headers'
import { PROTOCOL_CODECS } from '../../relay/protocols'
import { openSession } from '../../relay/socket/open-session'
import type { SocketSession } from '../../relay/socket/session'
import { type HttpServer, type ServerSocket, Work } from '../connection'
import { requestAddress } from '../request-address'
import { failureResponse, type RelayEdge } from './edge'

const KEY_PROTOCOL = 'openai-insecure-api-key.'
const SPOKEN = 'realtime'

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
}

/** `undefined` when the request has become a socket. */
export async function answerSocket(
  edge: RelayEdge,
  { protocol, operation }: CallRoute,
  { request, server }: Incoming,
): Promise<Response | undefined> {
  const { headers } = request
  const requestId = edge.nextRequestId()
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    if (headers.get('upgrade')?.toLowerCase() !== 'websocket' || server === null) {
      throw new GatewayError('request.not_a_socket')
    }
    const address = requestAddress(request)
    const named = namedProtocols(headers)
    const session = await openSession(edge.relay, {
      requestId,
      nextRequestId: edge.nextRequestId,
      protocol,
      operation,
      pathModel: address.searchParams.get('model') ?? '',
      credential: readCredential(socketHeaders(headers), PROTOCOL_CODECS[protocol], () => address),
      ip: () =>
        edge.addressOf(server.requestIP(request)?.address ?? '', headers.get('x-forwarded-for')),
      readBody: async () => Buffer.alloc(0),
      protocols: named.filter((name) => !name.startsWith(KEY_PROTOCOL)),
      headers,
      ending: () => {},
      signal: request.signal,
    })
    const answered = answerHeaders(requestId)
    // Browsers hang up unless one of theirs is named.
    if (named.includes(SPOKEN)) answered['sec-websocket-protocol'] = SPOKEN
    work.end()
    const isOpen = server.upgrade(request, {
      headers: answered,
      data: endsOf(session),
    })
    if (isOpen) return undefined
    await session.clientLeft()
    throw new GatewayError('request.not_a_socket')
  } catch (cause) {
    work.end()
    return await failureResponse(edge, { request, protocol, requestId }, cause)
  }
}

function namedProtocols(headers: Headers): readonly string[] {
  const text = headers.get('sec-websocket-protocol') ?? ''
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A subprotocol is a key only where it says so: programs name `realtime` beside their header. */
function socketHeaders(headers: Headers): Headers {
  const isKey = namedProtocols(headers).some((name) => name.startsWith(KEY_PROTOCOL))
  if (isKey) return headers
  const rest = new Headers(headers)
  rest.delete('sec-websocket-protocol')
  return rest
}

/** What the server calls as things happen on the socket. */
function endsOf(session: SocketSession) {
  return {
    open: (socket: ServerSocket) =>
      session.serves({
        send: (message) => void socket.send(message),
        close: (code, reason) => socket.close(code, reason),
        waiting: () => socket.getBufferedAmount(),
      }),
    message: (_: ServerSocket, message: string | Buffer) =>
      session.fromClient(typeof message === 'string' ? message : bytesOf(message)),
    close: () => void session.clientLeft(),
  }
}

/** A buffer of the server's is its own again after the call. */
function bytesOf(message: Buffer): ArrayBuffer {
  const copy = new ArrayBuffer(message.byteLength)
  new Uint8Array(copy).set(message)
  return copy
}
