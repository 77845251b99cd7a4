/** The billable routes: one row each, all through the same pipeline. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { Operation, ProtocolName } from '../../domain/protocol'
import { readCredential } from '../../relay/authorize'
import { relayCall } from '../../relay/relay-call'
import { beginWork, endWork, type HttpServer } from '../connection'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'

interface CallRoute {
  readonly path: string
  readonly protocol: ProtocolName
  readonly operation: Operation
}

const CALL_ROUTES: readonly CallRoute[] = [
  { path: '/v1/chat/completions', protocol: 'openai', operation: 'chat' },
  { path: '/v1/completions', protocol: 'openai', operation: 'completions' },
  { path: '/v1/embeddings', protocol: 'openai', operation: 'embeddings' },
  { path: '/v1/engines/:model/embeddings', protocol: 'openai', operation: 'embeddings' },
  { path: '/v1/moderations', protocol: 'openai', operation: 'moderations' },
  { path: '/v1/messages', protocol: 'claude', operation: 'chat' },
  { path: '/v1/messages/count_tokens', protocol: 'claude', operation: 'count_tokens' },
]

export function callRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-calls' })
  for (const route of CALL_ROUTES) {
    app.post(
      route.path,
      ({ request, server, params }) =>
        answer(edge, route, { request, server, pathModel: modelOf(params) }),
      { parse: 'none' },
    )
  }
  return app
}

/** Elysia leaves `params` out where the path has none, whatever its types say. */
function modelOf(params: Readonly<Record<string, unknown>> | undefined): string {
  return typeof params?.model === 'string' ? params.model : ''
}

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly pathModel: string
}

async function answer(edge: RelayEdge, route: CallRoute, incoming: Incoming): Promise<Response> {
  const { request, server, pathModel } = incoming
  const { headers } = request
  const bodyLimits = { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs }
  const requestId = edge.nextRequestId()
  beginWork(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    return await relayCall(edge.relay, {
      requestId,
      protocol: route.protocol,
      operation: route.operation,
      pathModel,
      credential: readCredential(headers, route.protocol === 'claude'),
      ip: () =>
        edge.addressOf(server?.requestIP(request)?.address ?? '', headers.get('x-forwarded-for')),
      readBody: (hold) => readBody(request, { ...bodyLimits, hold }),
      ending: () => endWork(server, request),
      headers,
      signal: request.signal,
    })
  } catch (cause) {
    endWork(server, request)
    return await failureResponse(edge, { request, protocol: route.protocol, requestId }, cause)
  }
}
