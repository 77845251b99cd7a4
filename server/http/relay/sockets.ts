/** A request becomes a socket when whoever asks may have one. */

import type { SocketKind } from '../../domain/calls/operations'
import type { CallRoute } from '../../domain/calls/routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { credentialText, splitCredential } from '../../relay/call/admission/authorize'
import { type ClientSecret, openSecret } from '../../relay/call/admission/client-secret'
import { identify } from '../../relay/call/open-call'
import { PROTOCOL_CODECS } from '../../relay/formats/protocols'
import { answerHeaders } from '../../relay/net/answer-headers'
import { openSession, type SocketInput } from '../../relay/realtime/open-session'
import { type HttpServer, type SocketEnds, Work } from '../connection'
import { requestAddress } from '../request-address'
import { failureResponse, type RelayEdge } from './edge'
import { liveEnds, sessionEnds, turnEnds } from './socket-ends'

const KEY_PROTOCOL = 'openai-insecure-api-key.'
const SPOKEN = 'realtime'

/** A route that is a socket. */
type SocketRoute = CallRoute & { readonly socket: SocketKind }

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
}

/** `undefined` when the request has become a socket. */
export async function answerSocket(
  edge: RelayEdge,
  route: SocketRoute,
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
    const ends = await openEnds(edge, route, { request, server, requestId })
    const answered = answerHeaders(requestId)
    // Browsers hang up unless one of theirs is named.
    if (namedProtocols(headers).includes(SPOKEN)) answered['sec-websocket-protocol'] = SPOKEN
    work.end()
    if (server.upgrade(request, { headers: answered, data: ends })) return undefined
    ends.close()
    throw new GatewayError('request.not_a_socket')
  } catch (cause) {
    work.end()
    const { protocol } = route
    return await failureResponse(edge, { request, protocol, requestId }, cause)
  }
}

interface Opening {
  readonly request: Request
  readonly server: HttpServer
  readonly requestId: string
}

/** Throws what refuses the caller. */
async function openEnds(
  edge: RelayEdge,
  { protocol, operation, socket }: SocketRoute,
  { request, server, requestId }: Opening,
): Promise<SocketEnds> {
  const { headers } = request
  const address = requestAddress(request)
  const peer = server.requestIP(request)?.address ?? ''
  const ip = edge.addressOf(peer, headers.get('x-forwarded-for'))
  const text = keyTextOf(headers, { protocol, address })
  const facts = {
    requestId,
    nextRequestId: edge.nextRequestId,
    protocol,
    operation,
    pathModel: address.searchParams.get('model') ?? '',
    credential: splitCredential(text),
    ip: () => ip,
    headers,
    trace: edge.relay.openTrace?.(headers),
  }
  const isTurns = socket === 'turns'
  const nowMs = edge.relay.clock.nowMs()
  const secret = isTurns ? undefined : openSecret(edge.secrets, text, nowMs)
  const opening = {
    ...(secret === undefined ? facts : { ...facts, ...grantedBy(secret, facts.pathModel) }),
    protocols: namedProtocols(headers).filter((name) => !name.startsWith(KEY_PROTOCOL)),
    readBody: async () => Buffer.alloc(0),
    ending: () => {},
    signal: request.signal,
  }
  const admitted = await identify(edge.relay, opening)
  admitted.hold.release()
  const place = edge.sockets.enter(admitted.user.id, ip)
  try {
    return place.watched(await ENDS[socket](edge, opening))
  } catch (error) {
    place.leave()
    throw error
  }
}

const ENDS: Readonly<
  Record<SocketKind, (edge: RelayEdge, opening: SocketInput) => Promise<SocketEnds>>
> = {
  by_address: async ({ relay }, opening) => sessionEnds(await openSession(relay, opening)),
  by_first_frame: liveEnds,
  turns: turnEnds,
}

interface KeyPlace {
  readonly protocol: CallRoute['protocol']
  readonly address: URL
}

function keyTextOf(headers: Headers, { protocol, address }: KeyPlace): string {
  return credentialText(socketHeaders(headers), PROTOCOL_CODECS[protocol], () => address)
}

/** Throws `token.model_refused` for another model than the one it was made for. */
function grantedBy({ credential, session }: ClientSecret, pathModel: string) {
  const model = typeof session.model === 'string' ? session.model : pathModel
  if (pathModel !== '' && pathModel !== model)
    throw new GatewayError('token.model_refused', { model: pathModel })
  return { credential, session, pathModel: model }
}

function namedProtocols(headers: Headers): readonly string[] {
  const text = headers.get('sec-websocket-protocol') ?? ''
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** A subprotocol is a key only where it says so: programs name `realtime` besides their header. */
function socketHeaders(headers: Headers): Headers {
  const isKey = namedProtocols(headers).some((name) => name.startsWith(KEY_PROTOCOL))
  if (isKey) return headers
  const rest = new Headers(headers)
  rest.delete('sec-websocket-protocol')
  return rest
}
