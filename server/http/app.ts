/** Mounts every face of the HTTP server; one onError. */
import { Elysia } from 'elysia'
import { GatewayError } from '../domain/errors/gateway-error'
import { apiApp } from './api-app'
import type { ApiEdge } from './api-edge'
import { consoleFolder, consoleRoutes } from './console'
import { callRoutes } from './relay/calls'
import { failureResponse, type RelayEdge } from './relay/edge'
import { healthRoutes, type ServerHealth } from './relay/health'
import { lookupRoutes } from './relay/lookups'
import { playgroundRoutes } from './relay/playground'
import { requestAddress } from './request-address'

/** `ownFiles` are the operator's, and win over the console's. */
export interface ServerEdge extends RelayEdge {
  readonly health: () => ServerHealth
}

export function createApp(edge: ServerEdge, apiEdge: ApiEdge, ownFiles: Elysia) {
  const { options } = apiEdge
  const { bodyTimeoutMs } = edge
  const consolePart = consoleRoutes({ folder: consoleFolder(), options, bodyTimeoutMs })
  return new Elysia({ name: 'gw' })
    .onError(({ request, error, code }) =>
      failed(edge, request, { error, isUnknown: code === 'NOT_FOUND' }),
    )
    .use(healthRoutes(edge))
    .use(callRoutes(edge))
    .use(lookupRoutes(edge))
    .use(playgroundRoutes({ relay: edge, api: apiEdge }))
    .use(apiApp(apiEdge))
    .use(ownFiles)
    .use(consolePart)
}

interface Failed {
  readonly error: unknown
  /** No route has this method and path. */
  readonly isUnknown: boolean
}

function failed(edge: RelayEdge, request: Request, { error, isUnknown }: Failed) {
  const requestId = edge.nextRequestId()
  try {
    const { pathname: path } = requestAddress(request)
    const { method } = request
    const protocol = path.startsWith('/v1/messages') ? 'claude' : 'openai'
    const cause = isUnknown ? new GatewayError('route.not_found', { method, path }) : error
    return failureResponse(edge, { request, protocol, requestId }, cause)
  } catch (cause) {
    return failureResponse(edge, { request, protocol: 'openai', requestId }, cause)
  }
}
