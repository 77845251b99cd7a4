/** Routes of what upstreams keep for users: one row each, all through the same few acts. */
import { Elysia } from 'elysia'
import type { ProtocolName } from '../../domain/calls/protocol'
import { GatewayError } from '../../domain/errors/gateway-error'
import { OWNED_FAMILY_ROWS } from '../../domain/objects/objects'
import { OWNED_ROUTES, type OwnedRoute } from '../../domain/objects/routes'
import { readCredential } from '../../relay/call/admission/authorize'
import { PROTOCOL_CODECS, protocolOf } from '../../relay/formats/protocols'
import { ownedCall } from '../../relay/objects/owned-call'
import { type HttpServer, Work } from '../connection'
import { requestAddress } from '../request-address'
import { pacedStream } from '../slow-body-timeout'
import { finish } from '../unread-body'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'
import { VERB_FOLDERS } from './verbs'

export function ownedRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-owned' })
  const shared = Map.groupBy(OWNED_ROUTES, (route) => `${route.method} ${routerPath(route)}`)
  for (const rows of shared.values()) {
    const [first] = rows
    // Those are taken by the calls of models, which have names with slashes.
    if (first === undefined || VERB_FOLDERS.includes(first.home)) continue
    app.route(
      first.method,
      routerPath(first),
      ({ request, server, params }: Elements) =>
        answerOwned(edge, rows, { request, server, id: params?.id ?? '' }),
      { parse: 'none' },
    )
  }
  return app
}

/** The router knows no verbs: they are a part of the last segment. */
function routerPath({ path, verb }: OwnedRoute): string {
  return verb === '' ? path : path.slice(0, -verb.length - 1)
}

interface Elements {
  readonly request: Request
  readonly server: HttpServer | null
  readonly params?: Readonly<Record<string, string>>
}

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly id: string
}

export async function answerOwned(
  edge: RelayEdge,
  rows: readonly OwnedRoute[],
  { request, server, id }: Incoming,
): Promise<Response> {
  const { headers } = request
  const requestId = edge.nextRequestId()
  let protocol: ProtocolName = 'openai'
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const address = requestAddress(request)
    const { pathname, searchParams, origin } = address
    const route = chosen(rows, protocolOf(address, headers), id)
    const { namePrefix = '' } = OWNED_FAMILY_ROWS[route.family]
    protocol = OWNED_FAMILY_ROWS[route.family].protocol
    const { body } = request
    const response = await ownedCall(edge, {
      requestId,
      route,
      id: namePrefix + (route.verb === '' ? id : id.slice(0, -route.verb.length - 1)),
      tail: pathname.slice(pathname.indexOf(route.home) + route.home.length),
      query: searchParams,
      origin,
      credential: readCredential(headers, PROTOCOL_CODECS[protocol], () => address),
      ip: edge.addressOf(server?.requestIP(request)?.address ?? '', headers.get('x-forwarded-for')),
      headers,
      readBody: (hold) =>
        readBody(request, { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs, hold }),
      streamBody: async () => body && pacedStream(body, edge.bodyTimeoutMs),
      ending: () => work.end(),
    })
    return await finish(request, response, edge.bodyTimeoutMs)
  } catch (cause) {
    work.end()
    return await failureResponse(edge, { request, protocol, requestId }, cause)
  }
}

/** Two vendors may have the same path; their clients differ by a header. */
function chosen(all: readonly OwnedRoute[], protocol: ProtocolName, id: string): OwnedRoute {
  const verb = all.find((row) => row.verb !== '' && id.endsWith(`:${row.verb}`))?.verb ?? ''
  const rows = all.filter((row) => row.verb === verb)
  const [first] = rows
  const route = rows.find(({ family }) => OWNED_FAMILY_ROWS[family].protocol === protocol) ?? first
  if (route === undefined) throw new GatewayError('owned.not_found', { id, field: 'name' })
  return route
}
