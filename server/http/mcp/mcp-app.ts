/**
 * The Model Context Protocol at `/mcp`, over streamable HTTP: tools for assistants, made of calls
 * of the management API. Nothing is stored between requests.
 */
import { Elysia } from 'elysia'
import { ORGANISATION_HEADER } from '../../domain/accounts/membership'
import { scopeOf } from '../../domain/api-calls/scope'
import type { Endpoint } from '../../domain/endpoints/endpoint'
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import { consoleStatus, failureHeaders, openaiStatus } from '../../domain/errors/render'
import { type Language, pickLanguage } from '../../domain/i18n/translate'
import { isOwnOrigin } from '../../services/session'
import type { Viewer } from '../../services/sessions/identify'
import type { ApiEdge } from '../api-edge'
import { type HttpServer, Work } from '../connection'
import {
  type AccessRule,
  requireAccess,
  requireUserHeader,
  requireWritable,
} from '../guards/access'
import { readClient } from '../guards/client'
import { type Identity, identify } from '../guards/identity'
import { requireRate } from '../guards/rate'
import type { InnerRequests } from '../inner-requests'
import { actorOf } from '../mount'
import { readBody } from '../relay/read-body'
import { requestAddress } from '../request-address'
import { REQUEST_ID_HEADER } from '../request-id'
import { finish } from '../unread-body'
import { answerMcp } from './tool-server'

const MCP_PATH = '/mcp'

const METHODS = ['GET', 'POST', 'DELETE'] as const
const MAX_BODY_MB = 1

/** Of the door; each tool has the rule of its call. */
const RULE: AccessRule = { method: 'POST', role: 'user', userHeader: 'optional', scope: undefined }

interface Context {
  readonly request: Request
  readonly server: HttpServer | null
}

export function mcpApp(edge: ApiEdge, inner: InnerRequests) {
  const handler = async ({ request, server }: Context): Promise<Response> => {
    const work = new Work(server, request)
    const peer = server?.requestIP(request)?.address ?? ''
    const response = await answer({ edge, inner, peer }, request)
    work.end()
    return await finish(request, response, edge.bodyTimeoutMs)
  }
  const app = new Elysia({ name: 'mcp' })
  for (const method of METHODS) app.route(method, MCP_PATH, handler, { parse: 'none' })
  return app
}

interface Door {
  readonly edge: ApiEdge
  readonly inner: InnerRequests
  /** Address at the other end of the connection. */
  readonly peer: string
}

async function answer({ edge, inner, peer }: Door, request: Request): Promise<Response> {
  const requestId = edge.nextRequestId()
  // Assistants name no language, and English is what models and people can search for.
  const language = pickLanguage(request.headers.get('accept-language'), 'en')
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const { viewer, identity } = await admit(edge, request, { peer, requestId })
    const body = request.method === 'POST' ? await readMessage(edge, request) : undefined
    const response = await answerMcp(request, body, {
      version: edge.program.version,
      language,
      writes: requestAddress(request).searchParams.get('read_only') !== 'true',
      mayCall: (endpoint) => mayCall(edge, endpoint, { identity, request }),
      call: (toolCall) =>
        inner.call(request, peer, {
          ...toolCall,
          headers: {
            ...toolCall.headers,
            'accept-language': language,
            'new-api-user': String(viewer.user.id),
          },
        }),
    })
    response.headers.set(REQUEST_ID_HEADER, requestId)
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (cause) {
    return refused(edge, cause, { requestId, language })
  }
}

interface Asking {
  readonly peer: string
  readonly requestId: string
}

/** Throws as the guards of the management API do. */
async function admit(edge: ApiEdge, request: Request, { peer, requestId }: Asking) {
  const client = readClient(edge, request, peer)
  const { ip } = client
  // No page of another site speaks to it, even if its name was made to lead here.
  const origin = request.headers.get('origin')
  if (origin !== null && !isOwnOrigin(origin, client.hosts)) {
    throw new GatewayError('session.origin_refused')
  }
  const identity = await identify(edge, request, { ip })
  const { viewer, refusal } = identity
  await requireRate(edge, {}, { identity, request, ip, actor: actorOf(viewer, ip, requestId) })
  requireAccess(edge, RULE, { identity, request })
  if (viewer === undefined) throw refusal
  requireOwnCredential(viewer, request)
  return { viewer, identity }
}

/** A browser brings its cookie along wherever it is led; a local operator's is in no browser. */
function requireOwnCredential(viewer: Viewer, request: Request): void {
  if (viewer.via === 'access_token') return
  if (!viewer.isLocalOperator) throw new GatewayError('access_token.invalid')
  requireUserHeader(viewer, request)
}

interface Caller {
  readonly identity: Identity
  readonly request: Request
}

function mayCall(edge: ApiEdge, endpoint: Endpoint, { identity, request }: Caller): boolean {
  const rule = { ...endpoint, scope: scopeOf(endpoint), userHeader: 'optional' } as const
  const { organisation, role } = endpoint
  const isForIt = organisation !== undefined || role === 'anonymous'
  if (request.headers.has(ORGANISATION_HEADER) && !isForIt) return false
  try {
    requireAccess(edge, rule, { identity, request })
    requireWritable(endpoint, identity.viewer, edge.options().DemoSiteEnabled)
    return true
  } catch (cause) {
    if (cause instanceof GatewayError) return false
    throw cause
  }
}

/** One message: a batch would count as one request, and the protocol has none any more. */
async function readMessage(edge: ApiEdge, request: Request): Promise<object> {
  const bytes = await readBody(request, { limitMb: MAX_BODY_MB, timeoutMs: edge.bodyTimeoutMs })
  let message: unknown
  try {
    message = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new GatewayError('request.invalid_json', {}, { cause })
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new GatewayError('request.not_an_object')
  }
  return message
}

interface Refusal {
  readonly requestId: string
  readonly language: Language
}

/** Of JSON-RPC; what it has no code for is the server's own. */
const CODES: Readonly<Record<string, number>> = {
  'request.invalid_json': -32_700,
  'request.not_an_object': -32_600,
}
const REFUSED = -32_000

function refused(edge: ApiEdge, cause: unknown, { requestId, language }: Refusal): Response {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  if (error.id === 'internal') edge.log.error('mcp failed', { request_id: requestId, error })
  const consoleCode = consoleStatus(error)
  const status = consoleCode === 200 ? openaiStatus(error) : consoleCode
  const data = { code: error.id }
  const message = messageOf(error, language)
  return Response.json(
    { jsonrpc: '2.0', id: null, error: { code: CODES[error.id] ?? REFUSED, message, data } },
    {
      status,
      headers: {
        ...failureHeaders(error, status),
        ...(status === 401 && { 'www-authenticate': 'Bearer realm="gw"' }),
        [REQUEST_ID_HEADER]: requestId,
        'cache-control': 'no-store',
      },
    },
  )
}
