/** What every relay route shares: request id, rendering of failures, cross-origin headers. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import {
  claudeStatus,
  failureHeaders,
  openaiStatus,
  renderClaude,
  renderOpenai,
} from '../../domain/errors/render'
import { pickLanguage } from '../../domain/i18n/translate'
import type { ProtocolName } from '../../domain/protocol'
import type { Logger } from '../../log'
import { CROSS_ORIGIN_HEADERS } from '../../relay/cross-origin'
import type { Relay } from '../../relay/relay'
import type { AddressOf } from '../client-address'
import { REQUEST_ID_HEADER } from '../request-id'

export interface RelayEdge {
  readonly relay: Relay
  readonly log: Logger
  readonly nextRequestId: () => string
  readonly addressOf: AddressOf
  readonly maxBodyMb: number
  /** True once the server is going down: new calls are refused, running ones finish. */
  readonly isClosing: () => boolean
}

export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...CROSS_ORIGIN_HEADERS,
      'access-control-allow-methods': 'GET,POST,PUT,DELETE,OPTIONS',
      'access-control-allow-headers': '*, authorization',
      'access-control-max-age': '43200',
    },
  })
}

export interface FailedCall {
  readonly request: Request
  readonly protocol: ProtocolName
  readonly requestId: string
}

/** The only place where a relay failure becomes a response and a log line. */
export function failureResponse(edge: RelayEdge, call: FailedCall, cause: unknown): Response {
  const error = cause instanceof GatewayError ? cause : new GatewayError('internal', {}, { cause })
  const { request, protocol, requestId } = call
  const message = messageOf(error, pickLanguage(request.headers.get('accept-language')))
  const isClaude = protocol === 'claude'
  const status = isClaude ? claudeStatus(error) : openaiStatus(error)
  if (error.id === 'internal') edge.log.error('call failed', { request_id: requestId, error })
  else edge.log.debug('call refused', { request_id: requestId, code: error.id, error })
  const body = isClaude
    ? renderClaude(error, requestId, message)
    : renderOpenai(error, requestId, message)
  return Response.json(body, {
    status,
    headers: {
      [REQUEST_ID_HEADER]: requestId,
      ...failureHeaders(error, status),
      ...CROSS_ORIGIN_HEADERS,
    },
  })
}
