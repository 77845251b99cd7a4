/** Whether this server does its work, for load balancers, monitors and `gw doctor`. */
import { Elysia } from 'elysia'
import { CROSS_ORIGIN_HEADERS } from '../../relay/net/cross-origin'
import { finish } from '../unread-body'
import { preflight } from './edge'

export interface ServerHealth {
  /** `unwritable` when the last commit failed; the others tell what became of the file. */
  readonly database: 'ok' | 'unwritable' | 'gone' | 'replaced'
  /** Settlements that are kept until they can be written. */
  readonly waiting: number
  /** An operator has taken it out of rotation. */
  readonly isDraining: boolean
  /** Addresses that a proxy forwards are not believed. */
  readonly isProxyUnbelieved: boolean
}

export interface HealthEdge {
  readonly health: () => ServerHealth
  readonly isClosing: () => boolean
  readonly bodyTimeoutMs: number
}

/** Chat programs look for a server's health under several names. */
const HEALTH_PATHS = ['/healthz', '/health', '/v1/health'] as const

export function healthRoutes(edge: HealthEdge) {
  const app = new Elysia({ name: 'health' })
  const answer = ({ request }: { readonly request: Request }) =>
    finish(request, healthResponse(edge.health(), edge.isClosing()), edge.bodyTimeoutMs)
  for (const path of HEALTH_PATHS) {
    app
      .get(path, answer)
      .options(path, ({ request }) => finish(request, preflight(), edge.bodyTimeoutMs))
  }
  return app
}

/** 503 takes the server out of rotation; there is no secret in it. */
function healthResponse(health: ServerHealth, isClosing: boolean): Response {
  const { database, waiting, isDraining, isProxyUnbelieved } = health
  const ok = !isClosing && !isDraining && database === 'ok' && waiting === 0
  const body = {
    ok,
    database,
    settlements_waiting: waiting,
    ...(isDraining && { draining: true }),
    ...(isProxyUnbelieved && { proxy_unbelieved: true }),
  }
  return Response.json(body, { status: ok ? 200 : 503, headers: CROSS_ORIGIN_HEADERS })
}
