/** Chats of people who are signed in on the console, on the same pipeline as all calls. */
import { Elysia } from 'elysia'
import { GatewayError } from '../../domain/errors/gateway-error'
import { isObject } from '../../relay/query'
import { relayCall } from '../../relay/relay-call'
import type { ApiEdge } from '../api-edge'
import { beginWork, endWork, type HttpServer } from '../connection'
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
  beginWork(server, request)
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(api, request, server?.requestIP(request)?.address ?? '')
    const identity = await identify(api, request, client.ip)
    requireOwnOrigin(RULE, identity, { request, client })
    requireAccess(RULE, identity, request)
    const bodyLimits = { limitMb: edge.maxBodyMb, timeoutMs: edge.bodyTimeoutMs }
    const { group, bytes } = readChat(await readBody(request, bodyLimits))
    const response = await relayCall(edge.relay, {
      requestId,
      protocol: 'openai',
      operation: 'chat',
      pathModel: '',
      credential: { userId: identity.viewer?.user.id ?? 0, group },
      ip: () => client.ip,
      readBody: async () => bytes,
      ending: () => endWork(server, request),
      headers: request.headers,
      signal: request.signal,
    })
    for (const cookie of await sessionCookies(api, renewedSession(identity), client)) {
      response.headers.append('set-cookie', cookie)
    }
    return response
  } catch (cause) {
    endWork(server, request)
    return await failureResponse(edge, { request, protocol: 'openai', requestId }, cause)
  }
}

interface Chat {
  /** "" for the user's own. */
  readonly group: string
  /** What the upstream may see. */
  readonly bytes: Buffer
}

/** `group` is ours, and the page sends 0 for "no limit", which upstreams refuse. */
function readChat(sent: Buffer): Chat {
  const { group, ...body } = parseObject(sent)
  if (body.max_tokens === 0) delete body.max_tokens
  if (group !== undefined && group !== null && typeof group !== 'string') {
    throw new GatewayError('request.invalid', { field: 'group', reason: 'string' })
  }
  return { group: group ?? '', bytes: Buffer.from(JSON.stringify(body)) }
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
  if (!isObject(body)) throw new GatewayError('request.not_an_object')
  return { ...body }
}
