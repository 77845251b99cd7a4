/** `/metrics`, for whoever has its token, and at an address of its own. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { Elysia } from 'elysia'
import type { MetricsSettings } from '../../configuration'
import { GatewayError } from '../../domain/errors/gateway-error'
import { finish } from '../unread-body'

const PATH = '/metrics'
const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export interface MetricsPlace {
  readonly settings: MetricsSettings
  readonly scrape: () => Promise<string>
}

/** A stranger learns nothing, not even that there is something to learn. */
export function metricsRoutes(place: MetricsPlace | undefined, bodyTimeoutMs: number) {
  const app = new Elysia({ name: 'metrics' })
  const token = place?.settings.token
  if (place === undefined || token === undefined) return app
  return app.get(PATH, async ({ request }) => {
    const { method } = request
    if (!isKnown(request, token.reveal())) {
      throw new GatewayError('route.not_found', { method, path: PATH })
    }
    return finish(request, await response(place), bodyTimeoutMs)
  })
}

export interface OpenPort {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** `undefined` where the settings name no port. */
export function listenForScrapes(place: MetricsPlace): OpenPort | undefined {
  const { port, host, token } = place.settings
  if (port === undefined) return undefined
  const server = Bun.serve({
    port,
    hostname: host,
    development: false,
    fetch: async (request) => {
      const isAllowed = token === undefined || isKnown(request, token.reveal())
      const isScrape = request.method === 'GET' && new URL(request.url).pathname === PATH
      return isAllowed && isScrape ? await response(place) : new Response(null, { status: 404 })
    },
    error: () => new Response(null, { status: 500 }),
  })
  return { url: server.url.origin, stop: () => server.stop(true) }
}

async function response({ scrape }: MetricsPlace): Promise<Response> {
  return new Response(await scrape(), { headers: { 'content-type': TYPE } })
}

function isKnown({ headers }: Request, token: string): boolean {
  const given = headers.get('authorization') ?? ''
  return timingSafeEqual(digest(given), digest(`Bearer ${token}`))
}

/** Of one length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
