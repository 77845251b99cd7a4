/** Calls of people who are signed in on the console, on the same pipeline as all calls. */
import { Elysia } from 'elysia'
import { PLAYGROUND_ROUTES, type PlaygroundRoute } from '../../domain/calls/playground'
import { GatewayError } from '../../domain/errors/gateway-error'
import { pickLanguage } from '../../domain/i18n/translate'
import { Overhead } from '../../relay/call/overhead'
import { relayCall } from '../../relay/call/relay-call'
import type { MemoryHold } from '../../relay/wire/memory-budget'
import { bufferOf } from '../../relay/wire/shared-bytes'
import type { ApiEdge } from '../api-edge'
import { type HttpServer, Work } from '../connection'
import { type AccessRule, requireAccess } from '../guards/access'
import { readClient } from '../guards/client'
import { identify, renewedSession } from '../guards/identity'
import { requireOwnOrigin } from '../guards/origin'
import { requestAddress } from '../request-address'
import { sessionCookies } from '../session-cookies'
import { failureResponse, type RelayEdge } from './edge'
import { withOverhead } from './overhead'
import { readBody } from './read-body'
import { openForm } from './read-form'

/** An access token may not spend: it is for management, and cannot be limited like a key. */
const RULE: AccessRule = {
  method: 'POST',
  role: 'user',
  session: 'required',
  // Spends what is one's own, as an API key does.
  scope: undefined,
}

export interface PlaygroundEdges {
  readonly relay: RelayEdge
  readonly api: ApiEdge
}

export function playgroundRoutes(edges: PlaygroundEdges) {
  const app = new Elysia({ name: 'playground' })
  for (const route of Object.values(PLAYGROUND_ROUTES)) {
    app.post(route.path, ({ request, server }) => answer(edges, route, { request, server }), {
      parse: 'none',
    })
  }
  return app
}

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
}

async function answer(
  { relay: edge, api }: PlaygroundEdges,
  { protocol, operation }: PlaygroundRoute,
  { request, server }: Incoming,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  const trace = edge.relay.openTrace?.(request.headers)
  const overhead = new Overhead(edge.relay.clock)
  let hold: MemoryHold | undefined
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(api, request, server?.requestIP(request)?.address ?? '')
    const identity = await identify(api, request, client)
    requireOwnOrigin(RULE, identity, { request, client })
    requireAccess(api, RULE, { identity, request })
    const userId = identity.viewer?.user.id ?? 0
    hold = edge.relay.budget.open(userId)
    overhead.reads()
    const { group, ...body } = await bodyOf(edge, request, { userId, hold })
    overhead.hasRead()
    const response = await relayCall(edge.relay, {
      requestId,
      protocol,
      operation,
      pathModel: '',
      overhead,
      credential: { userId, group },
      ip: () => client.ip,
      ...body,
      hold,
      ending: () => work.end(),
      headers: request.headers,
      trace,
      signal: request.signal,
    })
    for (const cookie of await sessionCookies(api, renewedSession(identity), client)) {
      response.headers.append('set-cookie', cookie)
    }
    return withOverhead(response, overhead)
  } catch (cause) {
    hold?.release()
    work.end()
    const language = pickLanguage(request.headers.get('accept-language'))
    const failed = { request, protocol, requestId, language, trace }
    return withOverhead(await failureResponse(edge, failed, cause), overhead)
  }
}

interface Reader {
  readonly userId: number
  readonly hold: MemoryHold
}

/** The group stands in the body, and in the address where that is a form. */
async function bodyOf(edge: RelayEdge, request: Request, { userId, hold }: Reader) {
  const limits = { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs }
  if (request.headers.get('content-type')?.startsWith('multipart/form-data')) {
    const group = requestAddress(request).searchParams.get('group') ?? ''
    const readForm = () => readBody(request, { ...limits, hold })
    return { group, readBody: readForm, openForm: () => openForm(request, limits) }
  }
  const sent = await readBody(request, { ...limits, hold })
  const { group, bytes } = await edge.relay.bodies.readPlayground(sent, userId)
  return { group, readBody: async () => bufferOf(bytes) }
}
