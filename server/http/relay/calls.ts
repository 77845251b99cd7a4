/** The billable routes: one row each, all through the same pipeline. */
import { Elysia } from 'elysia'
import { CALL_ROUTES, type CallRoute, TURN_ROUTES } from '../../domain/call-routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { readCredential } from '../../relay/call/authorize'
import { relayCall } from '../../relay/call/relay-call'
import { PROTOCOL_CODECS } from '../../relay/protocols'
import { type HttpServer, Work } from '../connection'
import { requestAddress } from '../request-address'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'
import { openForm } from './read-form'
import { answerSocket } from './sockets'
import { readVerb, type UnknownVerb, VERB_FOLDERS } from './verbs'

export function callRoutes(edge: RelayEdge) {
  const app = new Elysia({ name: 'relay-calls' })
  for (const route of [...CALL_ROUTES, ...TURN_ROUTES]) {
    const { socket } = route
    if (socket !== undefined) {
      // Google's own client doubles the slash when it is given an address.
      for (const path of [route.path, `/${route.path}`]) {
        app.get(path, ({ request, server }) =>
          answerSocket(edge, { ...route, socket }, { request, server }),
        )
      }
      continue
    }
    if (route.verb !== '') continue
    app.post(
      route.path,
      ({ request, server, params }) =>
        answer(edge, route, { request, server, pathModel: modelOf(params) }),
      { parse: 'none' },
    )
  }
  for (const folder of VERB_FOLDERS) {
    app.post(
      `${folder}/*`,
      ({ request, server, params }) => {
        const asked = readVerb(folder, params['*'], request)
        if ('error' in asked) return refuse(edge, request, asked)
        return answer(edge, asked.route, { request, server, ...asked })
      },
      { parse: 'none' },
    )
  }
  return app
}

function refuse(edge: RelayEdge, request: Request, { protocol, error }: UnknownVerb) {
  return failureResponse(edge, { request, protocol, requestId: edge.nextRequestId() }, error)
}

/** Elysia leaves `params` out where the path has none, whatever its types say. */
function modelOf(params: Readonly<Record<string, unknown>> | undefined): string {
  return typeof params?.model === 'string' ? params.model : ''
}

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly pathModel: string
  readonly verb?: string
}

async function answer(edge: RelayEdge, route: CallRoute, incoming: Incoming): Promise<Response> {
  const { request, server, pathModel, verb } = incoming
  const { headers } = request
  const bodyLimits = { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs }
  const requestId = edge.nextRequestId()
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    return await relayCall(edge.relay, {
      requestId,
      protocol: route.protocol,
      operation: route.operation,
      pathModel,
      ...(verb !== undefined && { verb }),
      credential: readCredential(headers, PROTOCOL_CODECS[route.protocol], () =>
        requestAddress(request),
      ),
      ip: () =>
        edge.addressOf(server?.requestIP(request)?.address ?? '', headers.get('x-forwarded-for')),
      readBody: (hold) => readBody(request, { ...bodyLimits, hold }),
      openForm: () => openForm(request, bodyLimits),
      ending: () => work.end(),
      headers,
      signal: request.signal,
    })
  } catch (cause) {
    work.end()
    return await failureResponse(edge, { request, protocol: route.protocol, requestId }, cause)
  }
}
