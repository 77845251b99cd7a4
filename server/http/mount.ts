/** Serves contract rows: guards in order, then schemas, then the handler, then the envelope. */
import { Elysia } from 'elysia'
import { scopeOf } from '../domain/api-calls/scope'
import type { Endpoint } from '../domain/endpoints/endpoint'
import { GatewayError } from '../domain/errors/gateway-error'
import { type Language, pickLanguage } from '../domain/i18n/translate'
import { idempotencyClaim } from '../services/idempotency'
import { createTurns, type Turns } from '../services/limits/turns'
import type { Actor } from '../services/service-deps'
import type { BrowserMark } from '../services/sessions/browser-mark'
import type { Viewer } from '../services/sessions/identify'
import type { ApiEdge } from './api-edge'
import { type HttpServer, Work } from './connection'
import { failureOf, Reply, successResponse, successText, textResponse } from './envelope'
import { requireAccess, requireWritable } from './guards/access'
import { requireHuman } from './guards/bot-check'
import { type Client, readClient } from './guards/client'
import { type Identity, identify, renewedSession } from './guards/identity'
import { onBehalf } from './guards/organisation'
import { requireOwnOrigin } from './guards/origin'
import { requireRate } from './guards/rate'
import { inTurn, LIST_TURNS } from './guards/turns'
import type { Call, Route } from './handlers'
import { InnerRequests, requireInner } from './inner-requests'
import { createPace, type Pace } from './pace'
import { readJsonBody, readParams, readQuery } from './read-call'
import { requestAddress } from './request-address'
import { REQUEST_ID_HEADER } from './request-id'
import { sessionCookies } from './session-cookies'
import { finish } from './unread-body'

interface Incoming {
  readonly request: Request
  readonly server: HttpServer | null
  readonly params: Readonly<Record<string, string>>
}

interface Context {
  readonly request: Request
  readonly server: HttpServer | null
  readonly params?: Readonly<Record<string, string>>
}

/** Distinguishes an answer that is sent once more from the first. */
const REPLAYED = { 'idempotent-replayed': 'true' }

/** About a millisecond. */
const CALLS_PER_TURN = 8

export function mount(edge: ApiEdge, routes: readonly Route[]) {
  const app = new Elysia({ name: 'api' })
  const inner = new InnerRequests((request) => app.handle(request))
  const mounted: Mounted = {
    edge,
    turns: createTurns(LIST_TURNS),
    pace: createPace(CALLS_PER_TURN),
    inner,
  }
  for (const route of routes) {
    const { method, path } = route.endpoint
    app.route(
      method,
      path,
      ({ request, server, params }: Context) =>
        answer(mounted, route, { request, server, params: params ?? {} }),
      { parse: 'none' },
    )
  }
  return { app, inner }
}

interface Mounted {
  readonly edge: ApiEdge
  /** Of every route together, as is the pace. */
  readonly turns: Turns
  readonly pace: Pace
  readonly inner: InnerRequests
}

async function answer(mounted: Mounted, route: Route, incoming: Incoming): Promise<Response> {
  const { request, server } = incoming
  if (mounted.inner.has(request)) return await responseTo(mounted, route, incoming)
  const work = new Work(server, request)
  const response = await responseTo(mounted, route, incoming)
  work.end()
  return await finish(request, response, mounted.edge.bodyTimeoutMs)
}

async function responseTo(mounted: Mounted, route: Route, incoming: Incoming): Promise<Response> {
  const { edge, turns, pace, inner } = mounted
  const { endpoint } = route
  const { request, server } = incoming
  const requestId = edge.nextRequestId()
  const language = pickLanguage(request.headers.get('accept-language'))
  // Read at once: a client that hangs up while it waits has no address any more.
  const peer = inner.peerOf(request) ?? server?.requestIP(request)?.address ?? ''
  if (!inner.has(request)) await pace.begin()
  try {
    if (edge.isClosing()) throw new GatewayError('shutting_down')
    const client = readClient(edge, request, peer)
    const { identity, succeeded } = await admit(edge, route, {
      request,
      client,
      requestId,
      isInner: inner.has(request),
      onlyReads: inner.onlyReads(request),
    })
    const browser = browserOf(edge, endpoint, { request, client })
    const admitted = { incoming, client, identity, requestId, language, browser }
    const read = await readCall(edge, route, admitted)
    const call = { ...read, reads: inner.readsOf(request, { peer, identity, edge }) }
    const { claim } = call.actor
    const before = claim && (await edge.services.idempotency.before(claim))
    if (before !== undefined) {
      return await textResponse(before, { requestId, requestHeaders: request.headers }, REPLAYED)
    }
    const result = await inTurn(turns, { endpoint, identity, ip: client.ip }, () => route.run(call))
    await succeeded()
    const session = await sessionCookies(edge, sessionAfter(result, identity), client)
    const cookies = [...session, ...browser.cookies]
    if (result instanceof Response) return withFacts(result, requestId, cookies)
    if (claim?.isTaken) await edge.services.idempotency.keep(claim, successText(result))
    const isCacheable = endpoint.isCacheable === true
    return await successResponse(result, {
      requestId,
      cookies,
      requestHeaders: request.headers,
      isCacheable,
    })
  } catch (cause) {
    return failureOf(cause, { requestId, language, log: edge.log })
  }
}

interface Asking {
  readonly request: Request
  readonly client: Client
  readonly requestId: string
  /** A part of a request that was counted. */
  readonly isInner: boolean
  readonly onlyReads: boolean
}

/** Every guard. Limits come first, so that refusals are limited as well. */
async function admit(
  edge: ApiEdge,
  { endpoint }: Route,
  { request, client, requestId, isInner, onlyReads }: Asking,
): Promise<{ readonly identity: Identity; readonly succeeded: () => Promise<void> }> {
  if (onlyReads) requireInner(endpoint)
  const identity = await identify(edge, request, { ip: client.ip, renews: !isInner })
  const { ip } = client
  const actor = actorOf(identity.viewer, ip, requestId)
  const succeeded = isInner
    ? async () => {}
    : await requireRate(edge, endpoint, { identity, request, ip, actor })
  requireOwnOrigin(endpoint, identity, { request, client })
  requireAccess(edge, { ...endpoint, scope: scopeOf(endpoint) }, { identity, request })
  requireWritable(endpoint, identity.viewer, edge.options().DemoSiteEnabled)
  await requireHuman(edge, endpoint, { request, ip })
  return { identity: await onBehalf(edge, endpoint, { identity, request }), succeeded }
}

interface Admitted {
  readonly incoming: Incoming
  readonly client: Client
  readonly identity: Identity
  readonly requestId: string
  readonly language: Language
  readonly browser: BrowserMark
}

const NO_MARK: BrowserMark = { mark: '', cookies: [] }

/** Only where a bound asks for it. */
function browserOf(
  edge: ApiEdge,
  { marksBrowser }: Endpoint,
  { request, client }: { readonly request: Request; readonly client: Client },
): BrowserMark {
  if (marksBrowser !== true || edge.options().RewardsPerDevice === 0) return NO_MARK
  const cookies = request.headers.get('cookie') ?? ''
  return edge.services.sessions.browserMark({ cookies, isSecure: client.isSecure })
}

async function readCall(
  edge: ApiEdge,
  { endpoint }: Route,
  admitted: Admitted,
): Promise<Omit<Call, 'reads'>> {
  const { incoming, client, identity, requestId, language } = admitted
  const { request, params } = incoming
  const { mark: device } = admitted.browser
  const { ip, userAgent, publicAddress } = client
  const body = await readJsonBody(endpoint, request, edge.bodyTimeoutMs)
  const claim = claimOf(endpoint, identity.viewer, { request, body })
  return {
    params: readParams(endpoint.params, params),
    query: readQuery(endpoint.query, requestAddress(request).searchParams),
    body,
    services: edge.services,
    actor: { ...actorOf(identity.viewer, ip, requestId), claim, device },
    viewer: identity.viewer,
    language,
    request,
    ip,
    userAgent,
    sessionId: identity.sessionId,
    publicAddress,
    siteAddress: edge.options().ServerAddress,
    program: edge.program,
    options: edge.options(),
  }
}

interface ClaimedRequest {
  readonly request: Request
  readonly body: unknown
}

/** Of whoever writes and names a key; the same key of somebody else is another. */
function claimOf(
  endpoint: Endpoint,
  viewer: Viewer | undefined,
  { request, body }: ClaimedRequest,
) {
  const key = request.headers.get('idempotency-key')?.trim() ?? ''
  if (key === '' || viewer === undefined || endpoint.method === 'GET') return undefined
  const { pathname, search } = requestAddress(request)
  const requestText = `${endpoint.method} ${pathname}${search} ${JSON.stringify(body)}`
  const userId = viewer.member?.personId ?? viewer.user.id
  return idempotencyClaim({
    userId,
    key,
    request: `${requestText}${viewer.member ? viewer.user.id : ''}`,
  })
}

export function actorOf(viewer: Viewer | undefined, ip: string, requestId: string): Actor {
  const { id, username, role } = viewer?.user ?? { id: 0, username: 'anonymous', role: 0 }
  const { member } = viewer ?? {}
  return { kind: 'user', id, name: member?.personName ?? username, role, ip, requestId, member }
}

/** A session that the handler starts or ends wins over one whose expiry has moved. */
function sessionAfter(result: unknown, identity: Identity): string | undefined {
  const changed = result instanceof Reply ? result.parts.session : undefined
  return changed ?? renewedSession(identity)
}

/** Redirects, documents and the plain words that payment services expect. */
function withFacts(response: Response, requestId: string, cookies: readonly string[]): Response {
  const headers = new Headers(response.headers)
  headers.set(REQUEST_ID_HEADER, requestId)
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}
