/** Mounts every face of the HTTP server; one onError. */
import { Elysia } from 'elysia'
import { GatewayError } from '../domain/errors/gateway-error'
import { apiApp } from './api-app'
import type { ApiEdge } from './api-edge'
import { consoleFolder, consoleRoutes } from './console'
import { healthResponse, type ServerHealth } from './health'
import { callRoutes } from './relay/calls'
import { failureResponse, type RelayEdge } from './relay/edge'
import { lookupRoutes } from './relay/lookups'
import { playgroundRoutes } from './relay/playground'

/** `ownFiles` are the operator's, and win over the console's. */
export interface ServerEdge extends RelayEdge {
  readonly health: () => ServerHealth
}

export function createApp(edge: ServerEdge, apiEdge: ApiEdge, ownFiles: Elysia) {
  return new Elysia({ name: 'gw' })
    .onError(({ request, error, code }) => {
      const { pathname } = new URL(request.url)
      const isClaude = pathname.startsWith('/v1/messages')
      const cause =
        code === 'NOT_FOUND'
          ? new GatewayError('route.not_found', { method: request.method, path: pathname })
          : error
      return failureResponse(
        edge,
        {
          request,
          protocol: isClaude ? 'claude' : 'openai',
          requestId: edge.nextRequestId(),
        },
        cause,
      )
    })
    .get('/healthz', () => healthResponse(edge.health(), edge.isClosing()))
    .use(callRoutes(edge))
    .use(lookupRoutes(edge))
    .use(playgroundRoutes({ relay: edge, api: apiEdge }))
    .use(apiApp(apiEdge))
    .use(ownFiles)
    .use(consoleRoutes({ folder: consoleFolder(), options: apiEdge.options }))
}
