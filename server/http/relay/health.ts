/** Whether this server does its work, for load balancers, monitors and `gw doctor`. */
import { Elysia } from 'elysia'
import { readinessOf, type ServerState } from '../../domain/readiness'
import { CROSS_ORIGIN_HEADERS } from '../../relay/net/cross-origin'
import { finish } from '../unread-body'
import { preflight } from './edge'

export interface HealthEdge {
  readonly health: () => Omit<ServerState, 'isStopping'>
  readonly isClosing: () => boolean
  readonly bodyTimeoutMs: number
}

/** Chat programs look for a server's health under several names. */
const HEALTH_PATHS = ['/healthz', '/health', '/v1/health'] as const

export function healthRoutes(edge: HealthEdge) {
  const app = new Elysia({ name: 'health' })
  const rows: Readonly<Record<string, (state: ServerState) => Response>> = {
    ...Object.fromEntries(HEALTH_PATHS.map((path) => [path, healthResponse])),
    '/livez': liveResponse,
    '/readyz': readyResponse,
  }
  for (const [path, respond] of Object.entries(rows)) {
    app
      .get(path, ({ request }) => {
        const state = { ...edge.health(), isStopping: edge.isClosing() }
        return finish(request, respond(state), edge.bodyTimeoutMs)
      })
      .options(path, ({ request }) => finish(request, preflight(), edge.bodyTimeoutMs))
  }
  return app
}

/** That it answers is all there is to tell: a restart mends nothing that `/readyz` names. */
function liveResponse(): Response {
  return answerWith({ status: 'pass' }, true)
}

function readyResponse(state: ServerState): Response {
  const readiness = readinessOf(state)
  return answerWith(readiness, readiness.status !== 'fail')
}

function answerWith(body: object, ok: boolean): Response {
  return Response.json(body, { status: ok ? 200 : 503, headers: CROSS_ORIGIN_HEADERS })
}

/** 503 takes the server out of rotation; there is no secret in it. */
function healthResponse(state: ServerState): Response {
  const { database, waiting, isStopping, isDraining, isProxyUnbelieved } = state
  const ok = !isStopping && !isDraining && database === 'ok' && waiting === 0
  const body = {
    ok,
    database,
    settlements_waiting: waiting,
    ...(isDraining && { draining: true }),
    ...(isProxyUnbelieved && { proxy_unbelieved: true }),
  }
  return answerWith(body, ok)
}
