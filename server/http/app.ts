/** Mounts every part of the HTTP server; one onError. */
import { Elysia } from 'elysia'
import { apiApp } from './api-app'
import type { ApiEdge } from './api-edge'
import { consoleFolder, consoleRoutes } from './console'
import { type MetricsPlace, metricsRoutes } from './metrics/routes'
import { MAX_MESSAGE_MB } from './open-sockets'
import { aliasRoutes } from './relay/aliases'
import { callRoutes } from './relay/calls'
import { clientSecretRoutes } from './relay/client-secrets'
import { consoleJobRoutes } from './relay/console-jobs'
import { drawingRoutes } from './relay/drawings'
import { type RelayEdge, strayResponse } from './relay/edge'
import { forwardRoutes } from './relay/forward'
import { type HealthEdge, healthRoutes } from './relay/health'
import { jobRoutes } from './relay/jobs'
import { lookupRoutes } from './relay/lookups'
import { ownedRoutes } from './relay/owned'
import { playgroundRoutes } from './relay/playground'
import { songRoutes } from './relay/songs'
import { scimApp } from './scim/scim-app'

const BYTES_PER_MB = 1024 * 1024

/** `OpenSockets` checks whether a client is alive: the server's timer is content with any byte. */
function socketSettings({ maxBodyMb }: RelayEdge) {
  const maxPayloadLength = Math.min(maxBodyMb, MAX_MESSAGE_MB) * BYTES_PER_MB
  return { maxPayloadLength, idleTimeout: 0, sendPings: false }
}

export interface ServerEdge extends RelayEdge {
  readonly health: HealthEdge['health']
}

export interface BesidesApi {
  /** The operator's, which win over the console's. */
  readonly ownFiles: Elysia
  readonly metrics: MetricsPlace | undefined
}

export function createApp(edge: ServerEdge, apiEdge: ApiEdge, { ownFiles, metrics }: BesidesApi) {
  const { options } = apiEdge
  const { bodyTimeoutMs } = edge
  const consolePart = consoleRoutes({ folder: consoleFolder(), options, bodyTimeoutMs })
  return relayApp(edge)
    .use(consoleJobRoutes({ relay: edge, api: apiEdge }))
    .use(playgroundRoutes({ relay: edge, api: apiEdge }))
    .use(apiApp(apiEdge))
    .use(scimApp(apiEdge))
    .use(metricsRoutes(metrics, bodyTimeoutMs))
    .use(ownFiles)
    .use(consolePart)
}

/** Of a process that only relays; the writer of its gateway answers everything else. */
export function createWorkerApp(edge: ServerEdge, writerPath: string) {
  return relayApp(edge).use(forwardRoutes({ ...edge, path: writerPath }))
}

function relayApp(edge: ServerEdge) {
  const relayed = [callRoutes, clientSecretRoutes, lookupRoutes, ownedRoutes, jobRoutes].map(
    (routes) => routes(edge),
  )
  return new Elysia({ name: 'gw', websocket: socketSettings(edge) })
    .onError(({ request, error, code }) =>
      strayResponse(edge, request, { error, isUnknown: code === 'NOT_FOUND' }),
    )
    .use(healthRoutes(edge))
    .use(relayed)
    .use(aliasRoutes(relayed))
    .use(drawingRoutes(edge))
    .use(songRoutes(edge))
}
