/**
 * The only outbound call to a provider. Callbacks rather than promises, because this runs per
 * chunk; timeouts are undici's, which sweep once a second instead of arming a timer per chunk.
 */
import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib'
// The bare name resolves to Bun's own stub, whose dispatchers silently do nothing.
import {
  Agent,
  buildConnector,
  type Dispatcher,
  ProxyAgent,
  Socks5ProxyAgent,
} from 'undici/index.js'
import { GatewayError } from '../../domain/errors/gateway-error'
import { unreachableReason } from '../../domain/errors/unreachable-reason'
import type { StreamedBody } from '../form/form-body'
import { guardedLookup, isLiteralRefused } from './guarded-lookup'
import { passOverContinue } from './interim-answers'
import { isOutOfFiles } from './open-files'
import { readInSlices } from './sliced-reads'
import { isSliced, slicesOf } from './slices'
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
  readonly method: 'POST' | 'GET'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | StreamedBody | null
  /** http, https or socks5 URL; "" connects directly. */
  readonly proxy: string
  readonly allowPrivate: boolean
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

/** How an upstream is reached. */
type Way = Pick<UpstreamRequest, 'proxy' | 'allowPrivate'>

passOverContinue()
readInSlices()

/** Proxies seldom change; more than this many distinct ones are forgotten oldest first. */
const MAX_PROXY_AGENTS = 256

export function createUpstream(timeouts: UpstreamTimeouts): Upstream {
  const limits = { headersTimeout: timeouts.firstByteMs, bodyTimeout: timeouts.idleMs }
  const connect = { timeout: timeouts.connectMs }
  const pool = { ...limits, connections: null, pipelining: 1, keepAliveTimeout: 30_000 }
  const open = new Agent({ ...pool, connect })
  const guarded = new Agent({ ...pool, connect: { ...connect, lookup: guardedLookup } })
  const proxies = new Map<string, Dispatcher>()

  function openProxy({ proxy, allowPrivate }: Way): Dispatcher {
    // Judged with every connection: a name that was public when it was saved may have moved.
    const toProxy = allowPrivate ? connect : { ...connect, lookup: guardedLookup }
    try {
      if (/^socks5h?:/.test(proxy)) {
        return new Socks5ProxyAgent(proxy, { ...limits, connect: buildConnector(toProxy) })
      }
      return new ProxyAgent({ uri: proxy, ...limits, proxyTls: toProxy })
    } catch (cause) {
      throw new GatewayError('upstream.proxy_invalid', {}, { cause })
    }
  }

  function proxyAgent(request: Way): Dispatcher {
    const key = `${request.allowPrivate ? 'open' : 'guarded'} ${request.proxy}`
    const known = proxies.get(key)
    if (known !== undefined) return known
    const agent = openProxy(request)
    const oldest = proxies.keys().next()
    if (proxies.size >= MAX_PROXY_AGENTS && !oldest.done) {
      void proxies.get(oldest.value)?.close()
      proxies.delete(oldest.value)
    }
    proxies.set(key, agent)
    return agent
  }

  function agentFor(request: Way): Dispatcher {
    if (request.proxy !== '') return proxyAgent(request)
    return request.allowPrivate ? open : guarded
  }

  return {
    send(request, sink) {
      const exchange = new RunningExchange(sink, timeouts)
      try {
        const { origin, path, hostname } = splitUrl(request.url)
        if (!request.allowPrivate) refuseLiterals(hostname, request.proxy)
        agentFor(request).dispatch(
          { origin, path, method: request.method, ...payloadOf(request) },
          exchange,
        )
      } catch (cause) {
        exchange.fail(cause instanceof Error ? cause : new Error(String(cause)))
      }
      return exchange
    },
    async socket(request, sink) {
      const { hostname } = splitUrl(request.url)
      if (!request.allowPrivate) refuseLiterals(hostname, request.proxy)
      return await openSocket(agentFor(request), request, { sink, limitMs: timeouts.firstByteMs })
    },
    close: async () => {
      await Promise.all([open, guarded, ...proxies.values()].map((agent) => agent.destroy()))
    },
  }
}

function payloadOf({ headers, body }: UpstreamRequest) {
  if (typeof body === 'string' || body === null) return { headers, body }
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

class RunningExchange implements Exchange, Dispatcher.DispatchHandler {
  readonly #sink: UpstreamSink
  readonly #timeouts: UpstreamTimeouts
  #controller: Dispatcher.DispatchController | undefined
  #decoder: Gunzip | undefined
  #headSeen = false
  #isPaused = false
  #over = false

  constructor(sink: UpstreamSink, timeouts: UpstreamTimeouts) {
    this.#sink = sink
    this.#timeouts = timeouts
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(new Error('aborted'))
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: UpstreamHeaders,
  ): void {
    // Interim answers (100, 103) come before the real head.
    if (this.#over || status < 200) return
    this.#headSeen = true
    const encoding = headers['content-encoding']
    if (typeof encoding === 'string' && encoding !== 'identity') this.#decodeWith(encoding)
    this.#sink.onHead(status, headers)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return
    if (this.#decoder === undefined) this.#sink.onBytes(chunk)
    else if (!this.#decoder.write(chunk)) this.#controller?.pause()
  }

  onResponseEnd(): void {
    if (this.#over) return
    // The connection may serve another exchange while the decoder goes on.
    this.#controller = undefined
    if (this.#decoder === undefined) this.#finish()
    else this.#decoder.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error)
  }

  fail(error: Error): void {
    if (this.#over) return
    this.#over = true
    this.#decoder?.destroy()
    this.#sink.onFailure(this.#failureOf(error))
  }

  abort(): void {
    if (this.#over) return
    this.#over = true
    this.#decoder?.destroy()
    this.#controller?.abort(new Error('aborted'))
  }

  pause(): void {
    if (this.#over) return
    this.#isPaused = true
    // A few compressed bytes may hold gigabytes: stopping the connection is not enough.
    this.#decoder?.pause()
    this.#controller?.pause()
  }

  resume(): void {
    if (this.#over) return
    this.#isPaused = false
    this.#decoder?.resume()
    if (this.#decoder?.writableNeedDrain !== true) this.#controller?.resume()
  }

  #finish(): void {
    this.#over = true
    this.#sink.onEnd()
  }

  #failureOf(error: Error): GatewayError {
    if (error instanceof GatewayError) return error
    if (error.cause instanceof GatewayError) return error.cause
    const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
    const told = { cause: error }
    // undici's codes; anything else is a broken connection.
    if (code === 'UND_ERR_HEADERS_TIMEOUT') {
      return new GatewayError('upstream.timeout', inSeconds(this.#timeouts.firstByteMs), told)
    }
    if (code === 'UND_ERR_BODY_TIMEOUT') {
      return new GatewayError('upstream.silent', inSeconds(this.#timeouts.idleMs), told)
    }
    if (this.#headSeen) return new GatewayError('upstream.cut', {}, told)
    if (isOutOfFiles()) return new GatewayError('overloaded', {}, told)
    return new GatewayError('upstream.unreachable', { reason: unreachableReason(error) }, told)
  }

  /** We never ask for compression, but some upstreams compress anyway. */
  #decodeWith(encoding: string): void {
    const decoder = DECODERS[encoding]?.()
    if (decoder === undefined) return
    decoder.on('data', (bytes: Buffer) => {
      if (!this.#over) this.#sink.onBytes(bytes)
    })
    decoder.on('end', () => {
      if (!this.#over) this.#finish()
    })
    decoder.on('drain', () => {
      if (!this.#over && !this.#isPaused) this.#controller?.resume()
    })
    decoder.on('error', (error) => this.fail(error))
    this.#decoder = decoder
  }
}

const DECODERS: Readonly<Record<string, () => Gunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

function inSeconds(ms: number) {
  return { seconds: ms / 1000 }
}
