/**
 * The only outbound call to a provider. Callbacks rather than promises, because this runs per
 * chunk; silence is measured by one sweep of all connections, not by a timer per chunk.
 */
import { Readable } from 'node:stream'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { TimeSource } from '../../domain/time-source'
import type { StreamedBody } from '../form/form-body'
import { findPublic, isLiteralRefused } from './guarded-lookup'
import { WireClient } from './http1/client'
import { RunningExchange } from './running-exchange'
import { isSliced, slicesOf } from './slices'
import { UndiciAgents } from './undici-agents'
import {
  openSocket,
  type SocketRequest,
  type SocketSink,
  type UpstreamSocket,
} from './upstream-socket'

export interface UpstreamTimeouts {
  readonly connectMs: number
  /** From the request being sent to the first byte of the answer's head. */
  readonly firstByteMs: number
  /** Longest silence inside an answer. */
  readonly idleMs: number
}

export interface UpstreamRequest {
  readonly method: 'POST' | 'GET' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream is sent as it comes, once, at the pace at which it is taken. */
  readonly body: Uint8Array | string | StreamedBody | Readable | null
  /** http, https or socks5 URL; "" connects directly. */
  readonly proxy: string
  readonly allowPrivate: boolean
  /** Whose connections it shares: a channel's with one key; absent where it belongs to none. */
  readonly pool?: string | undefined
  /** Longest silence inside the answer, where it is not that of all. */
  readonly idleMs?: number | undefined
}

/** Told what happens, in order: head once, bytes any number of times, then end or failure. */
export interface UpstreamSink {
  readonly onHead: (status: number, headers: UpstreamHeaders) => void
  readonly onBytes: (bytes: Buffer) => void
  readonly onEnd: () => void
  readonly onFailure: (error: GatewayError) => void
}

export type UpstreamHeaders = Readonly<Record<string, string | string[] | undefined>>

/** A running exchange. After `abort` the sink hears nothing more. */
export interface Exchange {
  readonly abort: () => void
  readonly pause: () => void
  readonly resume: () => void
}

export interface Upstream {
  readonly send: (request: UpstreamRequest, sink: UpstreamSink) => Exchange
  /** Rejects with what kept the socket from being opened. */
  readonly socket: (request: SocketRequest, sink: SocketSink) => Promise<UpstreamSocket>
  readonly close: () => Promise<void>
}

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
  const told = length === undefined ? headers : { ...headers, 'content-length': String(length) }
  return { headers: told, body: Readable.from(pieces(), { highWaterMark: 1 }) }
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
