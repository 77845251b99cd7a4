/** One exchange, whoever carries it: compression is undone, and failures become our errors. */
import { createBrotliDecompress, createGunzip, createInflate, type Gunzip } from 'node:zlib'
import { GatewayError } from '../../domain/errors/gateway-error'
import { unreachableReason } from '../../domain/errors/unreachable-reason'
import type { AnswerHandler, Line } from './http1/line'
import { isOutOfFiles } from './open-files'
import { begins } from './reused-sockets'
import type { Exchange, UpstreamHeaders, UpstreamSink, UpstreamTimeouts } from './upstream'

type ExchangeTimeouts = Pick<UpstreamTimeouts, 'firstByteMs' | 'idleMs'>

/** By which undici and the system tell of a connection that the other side has closed. */
const BROKEN: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

export class RunningExchange implements Exchange, AnswerHandler {
  readonly #sink: UpstreamSink
  readonly #timeouts: ExchangeTimeouts
  #controller: Line | undefined
  #decoder: Gunzip | undefined
  #headSeen = false
  #isPaused = false
  #isReused = false
  #over = false

  constructor(sink: UpstreamSink, timeouts: ExchangeTimeouts) {
    this.#sink = sink
    this.#timeouts = timeouts
  }

  onRequestStart(controller: Line): void {
    this.#controller = controller
    begins(this)
    if (this.#over) controller.abort(new Error('aborted'))
  }

  /** The connection has carried another exchange before. */
  onReuse(): void {
    this.#isReused = true
  }

  onResponseStart(_controller: Line, status: number, headers: UpstreamHeaders): void {
    // Interim answers (100, 103) come before the real head.
    if (this.#over || status < 200) return
    this.#headSeen = true
    const encoding = headers['content-encoding']
    if (typeof encoding === 'string') this.#decodeWith(encoding)
    this.#sink.onHead(status, headers)
  }

  onResponseData(_controller: Line, chunk: Buffer): void {
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

  onResponseError(_controller: Line, error: Error): void {
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
    const options = { cause: error }
    // undici's codes; anything else is a broken connection.
    if (code === 'UND_ERR_HEADERS_TIMEOUT') {
      return new GatewayError('upstream.timeout', inSeconds(this.#timeouts.firstByteMs), options)
    }
    if (code === 'UND_ERR_BODY_TIMEOUT') {
      return new GatewayError('upstream.silent', inSeconds(this.#timeouts.idleMs), options)
    }
    const isIdleClose = code === 'CLOSED_ON_REUSE' || (this.#isReused && BROKEN.has(code))
    if (isIdleClose && !this.#headSeen) return new GatewayError('upstream.closed_idle', {}, options)
    if (this.#headSeen) return new GatewayError('upstream.cut', {}, options)
    if (isOutOfFiles()) return new GatewayError('overloaded', {}, options)
    return new GatewayError('upstream.unreachable', { reason: unreachableReason(error) }, options)
  }

  /** We never ask for compression, but some upstreams compress anyway. */
  #decodeWith(encoding: string): void {
    const decoder = DECODERS.get(encoding.trim().toLowerCase())?.()
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

/** By lower-cased name: codings are case-insensitive (RFC 9110, 8.4.1). */
const DECODERS: ReadonlyMap<string, () => Gunzip> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
])

function inSeconds(ms: number) {
  return { seconds: ms / 1000 }
}
