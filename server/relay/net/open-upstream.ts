/**
 * The only outbound call to a provider. Callbacks rather than promises, because this runs per
 * chunk; silence is measured by one sweep of all connections, not by a timer per chunk.
 */
import { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { TimeSource } from '../../domain/time-source'
import type { StreamedBody } from '../wire/streamed-body'
import { findPublic, isLiteralRefused } from './guarded-lookup'
import { WireClient } from './http1/client'
import { RunningExchange } from './running-exchange'
import { isSliced, slicesOf } from './slices'
import { UndiciAgents } from './undici-agents'
import type { Upstream, UpstreamRequest, UpstreamTimeouts } from './upstream'
import { openSocket } from './upstream-socket'

const MONOTONIC: TimeSource = { nowMs: () => performance.now() }

export function createUpstream(timeouts: UpstreamTimeouts, time: TimeSource = MONOTONIC): Upstream {
  const wire = new WireClient(timeouts, { time })
  const guardedWire = new WireClient(timeouts, { time, find: findPublic })
  const agents = new UndiciAgents(timeouts)
  return {
    send(request, sink) {
      const { firstByteMs } = timeouts
      const { idleMs = timeouts.idleMs } = request
      const exchange = new RunningExchange(sink, { firstByteMs, idleMs })
      try {
        const { origin, path, hostname } = splitUrl(request.url)
        if (!request.allowPrivate) refuseLiterals(hostname, request.proxy)
        const { method, headers, body, pool = '' } = request
        const isPlain = body === null || typeof body === 'string' || body instanceof Uint8Array
        if (request.proxy === '' && isPlain) {
          const client = request.allowPrivate ? wire : guardedWire
          client.dispatch({ origin, pool, path, method, headers, body, idleMs }, exchange)
        } else {
          const parts = { origin, path, method, bodyTimeout: idleMs, ...payloadOf(request) }
          agents.for(request).dispatch(parts, exchange)
        }
      } catch (cause) {
        exchange.fail(cause instanceof Error ? cause : new Error(String(cause)))
      }
      return exchange
    },
    async socket(request, sink) {
      const { hostname } = splitUrl(request.url)
      if (!request.allowPrivate) refuseLiterals(hostname, request.proxy)
      return await openSocket(agents.for(request), request, { sink, limitMs: timeouts.firstByteMs })
    },
    connections() {
      const [one, other] = [wire.connections(), guardedWire.connections()]
      return { busy: one.busy + other.busy, idle: one.idle + other.idle }
    },
    close: async () => {
      wire.close()
      guardedWire.close()
      await agents.close()
    },
  }
}

function payloadOf({ headers, body }: UpstreamRequest) {
  if (typeof body === 'string' || body === null) return { headers, body }
  if (body instanceof Readable) return { headers, body }
  if (!(body instanceof Uint8Array)) return streamed(headers, body)
  if (!isSliced(body)) return { headers, body }
  const length = { 'content-length': String(body.byteLength) }
  return { headers: { ...headers, ...length }, body: Readable.from(slicesOf(body)) }
}

/** One piece ahead of what the connection takes, and no more. */
function streamed(headers: UpstreamRequest['headers'], { length, pieces }: StreamedBody) {
  const sized = length === undefined ? headers : { ...headers, 'content-length': String(length) }
  return { headers: sized, body: Readable.from(pieces(), { highWaterMark: 1 }) }
}

/** A host that is written as an address is never looked up. */
function refuseLiterals(hostname: string, proxy: string): void {
  const hosts = [hostname, URL.parse(proxy)?.hostname ?? '']
  const host = hosts.find(isLiteralRefused)
  if (host !== undefined) throw new GatewayError('upstream.address_refused', { host })
}

interface Address {
  readonly origin: string
  readonly path: string
  readonly hostname: string
}

/** Parsing a URL costs microseconds; upstream addresses repeat on every call. */
const addresses = new Map<string, Address>()

function splitUrl(url: string): Address {
  const known = addresses.get(url)
  if (known !== undefined) return known
  const parsed = new URL(url)
  const address = {
    origin: parsed.origin,
    path: parsed.pathname + parsed.search,
    hostname: parsed.hostname,
  }
  if (addresses.size > 1_000) addresses.clear()
  addresses.set(url, address)
  return address
}
