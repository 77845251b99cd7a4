/** Chats of people who are signed in on the console, on the same pipeline as all calls. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { BodyHold } from '../../relay/body-budget'
import { relayCall } from '../../relay/relay-call'
import { bufferOf } from '../../relay/shared-bytes'
import type { ApiEdge } from '../api-edge'
import { type AccessRule, requireAccess } from '../guards/access'
import { readClient } from '../guards/client'
import { identify, renewedCookies } from '../guards/identity'
import { requireOwnOrigin } from '../guards/origin'
import { failureResponse, type RelayEdge } from './edge'
import { readBody } from './read-body'

/** An access token may not spend: it is for management, and cannot be limited like a key. */
const RULE: AccessRule = { method: 'POST', role: 'user', session: 'required' }

interface Addressed {
  readonly requestIP: (request: Request) => { readonly address: string } | null
}

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
  server: Addressed | null,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  let hold: BodyHold | undefined
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(api, request, server?.requestIP(request)?.address ?? '')
    const identity = await identify(api, request, client.ip)
    requireOwnOrigin(RULE, identity, { request, client })
    requireAccess(RULE, identity, request)
    const userId = identity.viewer?.user.id ?? 0
    hold = edge.relay.budget.open(userId)
    const sent = await readBody(request, { limitMb: edge.maxBodyMb, hold })
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
      headers: request.headers,
      signal: request.signal,
    })
    for (const cookie of renewedCookies(identity, client.isSecure)) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  } catch (cause) {
    hold?.release()
    return failureResponse(edge, { request, protocol: 'openai', requestId }, cause)
  }
}
