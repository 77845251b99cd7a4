/** Chats of people who are signed in on the console, on the same pipeline as all calls. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { pickLanguage } from '../../domain/i18n/translate'
import { relayCall } from '../../relay/call/relay-call'
import type { BodyHold } from '../../relay/wire/body-budget'
import { bufferOf } from '../../relay/wire/shared-bytes'
import type { ApiEdge } from '../api-edge'
import { type HttpServer, Work } from '../connection'
import { type AccessRule, requireAccess } from '../guards/access'
import { readClient } from '../guards/client'
import { identify, renewedSession } from '../guards/identity'
import { requireOwnOrigin } from '../guards/origin'
import { sessionCookies } from '../session-cookies'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'

/** An access token may not spend: it is for management, and cannot be limited like a key. */
const RULE: AccessRule = { method: 'POST', role: 'user', session: 'required' }

export interface PlaygroundEdges {
  readonly relay: RelayEdge
  readonly api: ApiEdge
}

export function playgroundRoutes(edges: PlaygroundEdges) {
  return new Elysia({ name: 'playground' }).post(
    '/pg/chat/completions',
    ({ request, server }) => answer(edges, request, server),
    { parse: 'none' },
  )
}

async function answer(
  { relay: edge, api }: PlaygroundEdges,
  request: Request,
  server: HttpServer | null,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  let hold: BodyHold | undefined
  const work = new Work(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(api, request, server?.requestIP(request)?.address ?? '')
    const identity = await identify(api, request, client.ip)
    requireOwnOrigin(RULE, identity, { request, client })
    requireAccess(RULE, identity, request)
    const userId = identity.viewer?.user.id ?? 0
    hold = edge.relay.budget.open(userId)
    const sent = await readBody(request, {
      limitMb: edge.maxBodyMb,
      timeoutMs: edge.bodyTimeoutMs,
      hold,
    })
    const { group, bytes } = await edge.relay.bodies.readPlayground(sent, userId)
    const response = await relayCall(edge.relay, {
      requestId,
      protocol: 'openai',
      operation: 'chat',
      pathModel: '',
      credential: { userId, group },
      ip: () => client.ip,
      readBody: async () => bufferOf(bytes),
      hold,
      ending: () => work.end(),
      headers: request.headers,
      signal: request.signal,
    })
    for (const cookie of await sessionCookies(api, renewedSession(identity), client)) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  } catch (cause) {
    hold?.release()
    work.end()
    const language = pickLanguage(request.headers.get('accept-language'))
    const failed = { request, protocol: 'openai', requestId, language } as const
    return await failureResponse(edge, failed, cause)
  }
}
