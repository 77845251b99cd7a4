/** What every relay route shares: request id, rendering of failures, cross-origin headers. */

import type { ProtocolName } from '../../domain/calls/protocol'
import { GatewayError } from '../../domain/errors/gateway-error'
import { relayFailureHeaders } from '../../domain/errors/render'
import { type Language, programLanguage } from '../../domain/i18n/translate'
import type { Sign } from '../../domain/jobs/links'
import type { LimitUsage } from '../../domain/limits/limit'
import { LimitError } from '../../domain/limits/limit-error'
import { limitHeaders } from '../../domain/limits/limit-headers'
import type { HeldPlan } from '../../domain/plans/held-plan'
import type { Logger } from '../../log'
import type { SecretBox } from '../../relay/call/admission/client-secret'
import type { Relay } from '../../relay/call/relay'
import { PROTOCOL_CODECS, protocolAt } from '../../relay/formats/protocols'
import type { JobMachine } from '../../relay/jobs/machine'
import { answerHeaders } from '../../relay/net/answer-headers'
import { CROSS_ORIGIN_HEADERS } from '../../relay/net/cross-origin'
import type { JobPoller } from '../../relay/objects/job-poller'
import type { CallTrace } from '../../relay/ports/call-trace'
import type { AddressOf } from '../client-address'
import type { HttpServer } from '../connection'
import type { OpenSockets } from '../open-sockets'
import { requestAddress } from '../request-address'
import { finish } from '../unread-body'

export interface RelayEdge {
  readonly relay: Relay
  /** Settles work that went on after its answer. */
  readonly poller: JobPoller
  /** Follows work that providers do for a while. */
  readonly machine: JobMachine
  /** Signs links to what it has made. */
  readonly sign: Sign
  readonly log: Logger
  readonly nextRequestId: () => string
  readonly addressOf: AddressOf
  readonly maxBodyMb: number
  /** Longest wait for the next part of a request's body. */
  readonly bodyTimeoutMs: number
  /** What a caller may use and has used, for clients that send the key alone. */
  readonly limitsOf: (holder: {
    readonly userId: number
    readonly tokenId: number
    readonly group: string
  }) => Promise<readonly (LimitUsage & { readonly name: string })[]>
  /** Plans that a user holds, as `limitsOf`. */
  readonly plansOf: (userId: number) => Promise<readonly HeldPlan[]>
  /** True once the server is going down: new calls are refused, running ones finish. */
  readonly isClosing: () => boolean
  /** Ends of sockets that may rest between calls; to be called when the server goes down. */
  readonly resting: Set<() => void>
  readonly sockets: OpenSockets
  /** Seals the keys that browsers are given for a socket. */
  readonly secrets: SecretBox
  /** Seals the addresses to which files are sent in parts. */
  readonly uploads: SecretBox
}

export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CROSS_ORIGIN_HEADERS,
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '43200',
    },
  })
}

/** A request, and the server that it came to. */
export interface IncomingRequest {
  readonly request: Request
  readonly server: HttpServer | null
}

/** From where it comes, as far as trusted proxies report it. */
export function addressOf(
  { addressOf: find }: Pick<RelayEdge, 'addressOf'>,
  { request, server }: IncomingRequest,
): string {
  const forwarded = request.headers.get('x-forwarded-for')
  return find(server?.requestIP(request)?.address ?? '', forwarded)
}

export interface FailedCall {
  readonly request: Request
  readonly protocol: ProtocolName
  readonly requestId: string
  readonly trace?: CallTrace | undefined
  /** The reader's, where a person asks; by default that of programs. */
  readonly language?: Language
}

/** The only place where a relay failure becomes a response and a log line. */
export function failureResponse(
  edge: RelayEdge,
  call: FailedCall,
  cause: unknown,
): Response | Promise<Response> {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  edge.relay.events.failed.emit(error, undefined)
  const { request, requestId, trace } = call
  const about = { request_id: requestId, trace_id: trace?.traceId, span_id: trace?.spanId }
  const protocol = PROTOCOL_CODECS[call.protocol]
  const status = protocol.status(error)
  if (error.id === 'internal') edge.log.error('call failed', { ...about, error })
  else if (error.id === 'overloaded') {
    // Only what waits for memory gets a time to retry.
    const lacks =
      error.params.seconds === undefined ? 'too many open files' : 'too much memory in use'
    edge.log.warn(`${lacks}: a call was refused`, { ...about, error })
  } else edge.log.debug('call refused', { ...about, code: error.id, error })
  const language = call.language ?? languageFor(edge, request)
  const body = protocol.writeError(error, requestId, language)
  const headers = {
    ...answerHeaders(requestId),
    ...relayFailureHeaders(error, status),
    ...(error instanceof LimitError &&
      limitHeaders(protocol.limitHeaders, [error.usage], edge.relay.clock.nowMs())),
  }
  return finish(request, Response.json(body, { status, headers }), edge.bodyTimeoutMs)
}

export interface Stray {
  readonly error: unknown
  /** No route has this method and path. */
  readonly isUnknown: boolean
}

/** For what failed before or outside of every route. */
export function strayResponse(edge: RelayEdge, request: Request, { error, isUnknown }: Stray) {
  const requestId = edge.nextRequestId()
  try {
    const { pathname: path } = requestAddress(request)
    const { method } = request
    const cause = isUnknown ? new GatewayError('route.not_found', { method, path }) : error
    return failureResponse(edge, { request, protocol: protocolAt(path), requestId }, cause)
  } catch (cause) {
    return failureResponse(edge, { request, protocol: protocolAt(''), requestId }, cause)
  }
}

function languageFor({ relay }: RelayEdge, { headers }: Request): Language {
  return programLanguage(relay.directory.settings().errorLanguage, headers.get('accept-language'))
}
