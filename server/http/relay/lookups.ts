/** Relay routes that cost nothing: model lists, billing figures, and what does not exist yet. */
import { Elysia } from 'elysia'
import { REFUSED_ROUTES } from '../../domain/calls/refused-routes'
import { GatewayError } from '../../domain/errors/gateway-error'
import { authorize, authorizeOwner, readCredential } from '../../relay/call/admission/authorize'
import { logRejectedRequest } from '../../relay/call/admission/log-rejected'
import { PROTOCOL_CODECS, protocolOf } from '../../relay/formats/protocols'
import { answerHeaders } from '../../relay/net/answer-headers'
import type { Caller } from '../../relay/ports/ports'
import { decodedPart } from '../path-part'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'
import { subscription, usage } from './billing'
import { addressOf, failureResponse, type IncomingRequest, preflight, type RelayEdge } from './edge'
import { listModels, type ModelQuery, showModel } from './models'
import { tokenUsage } from './token-usage'

/** Taken off by its vendor, with what took its place. */
const RETIRED = [
  ['/v1/complete', '/v1/messages'],
  ['/v1/edits', '/v1/chat/completions'],
] as const

const MODEL_FOLDERS = ['/v1/models', '/v1alpha/models', '/v1beta/models'] as const
/** What programs in a browser ask. */
const PREFLIGHTED = [
  '/models',
  '/v1/*',
  '/v1alpha/*',
  '/v1beta/*',
  '/v2/*',
  '/dashboard/*',
  '/api/usage/token',
] as const

type Answer = (caller: Caller, query: ModelQuery) => object | Promise<object>

export function lookupRoutes(edge: RelayEdge) {
  const { directory } = edge.relay
  const app = new Elysia({ name: 'relay-lookups' })
  const list: Answer = (caller, query) => listModels(directory, caller, query)
  for (const path of ['/models', ...MODEL_FOLDERS]) {
    app.get(path, (incoming) => lookUp(edge, incoming, list))
  }
  for (const folder of MODEL_FOLDERS) {
    app.get(`${folder}/*`, ({ request, server, params }) =>
      lookUp(edge, { request, server }, (caller, { protocol }) =>
        showModel(directory, caller, { model: decodedPart(params['*']), protocol }),
      ),
    )
  }
  for (const path of PREFLIGHTED) {
    app.options(path, ({ request }) => finish(request, preflight(), edge.bodyTimeoutMs))
  }
  for (const prefix of ['', '/v1']) {
    app
      .get(`${prefix}/dashboard/billing/subscription`, (incoming) =>
        lookUp(edge, incoming, (caller) => subscription(caller, directory.settings())),
      )
      .get(`${prefix}/dashboard/billing/usage`, (incoming) =>
        lookUp(edge, incoming, (caller) => usage(caller, directory.settings())),
      )
  }
  app.get('/v1/token/usage', (incoming) =>
    lookUpAs(edge, incoming, {
      // Whoever has spent all wants to know it, too.
      admit: authorizeOwner,
      answer: (caller) => tokenUsage(edge, caller),
    }),
  )
  for (const { method, path } of REFUSED_ROUTES) {
    app.route(method, path, (incoming: IncomingRequest) =>
      lookUp(edge, incoming, () => {
        throw new GatewayError('route.not_implemented')
      }),
    )
  }
  for (const [path, instead] of RETIRED) {
    app.post(path, (incoming: IncomingRequest) =>
      lookUp(edge, incoming, () => {
        throw new GatewayError('route.retired', { path, instead })
      }),
    )
  }
  return app
}

/** Balances are shown, so they are read anew; nothing else of the call order applies. */
function lookUp(edge: RelayEdge, incoming: IncomingRequest, answer: Answer): Promise<Response> {
  return lookUpAs(edge, incoming, { admit: authorize, answer })
}

interface LookUp {
  readonly admit: typeof authorize
  readonly answer: Answer
}

async function lookUpAs(
  edge: RelayEdge,
  { request, server }: IncomingRequest,
  { admit, answer }: LookUp,
): Promise<Response> {
  const requestId = edge.nextRequestId()
  const address = requestAddress(request)
  const protocol = protocolOf(address, request.headers)
  const { relay } = edge
  try {
    const pending = relay.directory.settled()
    if (pending !== undefined) await pending
    const credential = readCredential(request.headers, PROTOCOL_CODECS[protocol], () => address)
    await admit(relay.directory, credential, relay.clock.nowMs())
    const caller = await relay.directory.findCaller(credential.key, { fresh: true })
    if (caller === undefined) throw new GatewayError('token.invalid')
    const body = await answer(caller, { protocol, query: address.searchParams })
    const response = Response.json(body, { headers: answerHeaders(requestId) })
    return await finish(request, response, edge.bodyTimeoutMs)
  } catch (cause) {
    const ip = addressOf(edge, { request, server })
    const error = await logRejectedRequest(relay, { ip, requestId, error: cause })
    return await failureResponse(edge, { request, protocol, requestId }, error)
  }
}
