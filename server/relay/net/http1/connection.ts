/** One connection to an origin: a request and its answer at a time. */
import type { Socket } from 'bun'
import { freeBytes } from '../../wire/free-bytes'
import { AnswerReader } from './answer-reader'
import type { AnswerHandler, Line, WireLimits } from './line'
import type { AnswerHead } from './read-head'
import { wireError } from './wire-error'
import type { WireRequest } from './wire-request'

/** Where connections wait between two requests. */
export interface Rest {
  readonly limits: WireLimits
  /** Milliseconds of rest where the other side announces none. */
  readonly usualRestMs: number
  readonly nowMs: () => number
  /** Finds another connection for a request that this one cannot have carried. */
  readonly send: (request: WireRequest, handler: AnswerHandler) => void
  /** Closed when nobody has taken it after so long. */
  readonly rest: (connection: Connection) => void
  readonly gone: (connection: Connection) => void
}

type Phase = 'connecting' | 'idle' | 'asking' | 'answering' | 'closed'

/** Written before others get their turn: a kernel that takes all of it takes it at once. */
const SLICE_BYTES = 256 * 1024
/** Handed over before whoever reads it can say that it is enough. */
const HANDED_BYTES = 64 * 1024

export class Connection implements Line {
  readonly #rest: Rest
  readonly #reader = new AnswerReader(this)
  #socket: Socket<Connection> | undefined
  #phase: Phase = 'connecting'
  #request: WireRequest | undefined
  #handler: AnswerHandler | undefined
  /** Of the request, not taken by the kernel yet; what comes after it. */
  #unsent: Uint8Array | undefined
  #after: Uint8Array | undefined
  #restMs: number
  /** Since when it waits for another request. */
  #idleSinceMs = 0
  /** It has served another request, and nothing of an answer to this one has come. */
  #isReusedUnheard = false
  #idleMs = 0
  #isPaused = false
  /** Read, and not handed over yet; how the answer ended behind it. */
  #waiting: Buffer | undefined
  #waitingEnd: boolean | undefined
  /** Since something was received or sent. */
  #quietMs = 0

  /** Opens with this request under way; who opens the socket calls `onOpen`. */
  constructor(rest: Rest, request: WireRequest, handler: AnswerHandler) {
    this.#rest = rest
    this.#restMs = rest.usualRestMs
    this.#request = request
    this.#handler = handler
    handler.onRequestStart(this)
  }

  get isClosed(): boolean {
    return this.#phase === 'closed'
  }

  onOpen(socket: Socket<Connection>): void {
    this.#socket = socket
    const request = this.#request
    this.#request = undefined
    if (this.#phase === 'closed') socket.terminate()
    else if (request === undefined || this.#handler === undefined) this.#goIdle()
    else this.#ask(request)
  }

  /** Only of a connection that waits. */
  start(request: WireRequest, handler: AnswerHandler): void {
    this.#handler = handler
    this.#isReusedUnheard = true
    this.#request = request
    handler.onRequestStart(this)
    if (this.#handler !== undefined) this.#ask(request)
  }

  /** It has waited longer than the other side can be trusted to keep it open. */
  isStale(nowMs: number): boolean {
    return nowMs - this.#idleSinceMs >= this.#restMs
  }

  #ask(request: WireRequest): void {
    this.#phase = 'asking'
    this.#quietMs = 0
    this.#reader.begin()
    this.#unsent = request.bytes
    this.#after = request.after
    this.#idleMs = request.idleMs
    this.write()
  }

  /** Goes on with what is not sent. */
  readonly write = (): void => {
    const unsent = this.#unsent
    if (unsent === undefined || this.#socket === undefined) return
    const slice = unsent.length > SLICE_BYTES ? unsent.subarray(0, SLICE_BYTES) : unsent
    const taken = this.#socket.write(slice)
    if (taken < 0) return
    this.#quietMs = 0
    // From here on it may have been read, and only some requests may be read twice.
    if (taken > 0 && this.#request?.isIdempotent === false) this.#request = undefined
    if (taken < unsent.length) this.#unsent = unsent.subarray(taken)
    else {
      this.#unsent = this.#after
      this.#after = undefined
    }
    // The kernel reports when it has room again, but only if it refused some.
    if (taken === slice.length && this.#unsent !== undefined) setImmediate(this.write)
  }

  onData(piece: Buffer): void {
    // A head that trickles in is as late as one that does not come.
    if (this.#phase === 'answering') this.#quietMs = 0
    this.#isReusedUnheard = false
    try {
      this.#reader.read(piece)
    } catch (cause) {
      this.#fail(cause instanceof Error ? cause : new Error(String(cause)))
    }
  }

  onHead({ status, headers, restMs }: AnswerHead): void {
    this.#phase = 'answering'
    this.#quietMs = 0
    this.#restMs = restMs ?? this.#rest.usualRestMs
    this.#request = undefined
    this.#handler?.onResponseStart(this, status, headers)
  }

  /** One read may bring half a megabyte, of which a slow reader wants little. */
  onBytes(bytes: Buffer): void {
    if (this.#waiting === undefined && bytes.length <= HANDED_BYTES) {
      this.#handler?.onResponseData(this, bytes)
      return
    }
    this.#waiting = this.#waiting === undefined ? bytes : Buffer.concat([this.#waiting, bytes])
    this.#handOver()
  }

  /** In copies, so that what has waited for a slow reader is free when it is handed over. */
  #handOver(): void {
    while (this.#waiting !== undefined && !this.#isPaused && this.#handler !== undefined) {
      const waiting = this.#waiting
      const slice = Buffer.from(waiting.subarray(0, HANDED_BYTES))
      const isLast = slice.length === waiting.length
      if (isLast) freeBytes(waiting)
      this.#waiting = isLast ? undefined : waiting.subarray(slice.length)
      this.#handler.onResponseData(this, slice)
    }
    if (this.#waiting !== undefined) this.#waiting = compacted(this.#waiting)
  }

  onEnd(isClean: boolean): void {
    const handler = this.#handler
    if (handler === undefined) return
    if (this.#waiting !== undefined) {
      this.#waitingEnd = isClean
      return
    }
    this.#handler = undefined
    this.#waitingEnd = undefined
    // An answer that came before the request was sent has not read it.
    if (isClean && this.#restMs > 0 && this.#unsent === undefined) this.#goIdle()
    else this.close()
    handler.onResponseEnd()
  }

  #goIdle(): void {
    this.#phase = 'idle'
    this.#quietMs = 0
    this.#idleSinceMs = this.#rest.nowMs()
    // One that is paused does not notice that the other side has closed.
    this.resume()
    this.#rest.rest(this)
  }

  onClose(error: Error | undefined): void {
    if (error === undefined && this.#reader.endsHere()) this.onEnd(true)
    // All of it is here already.
    if (this.#waitingEnd !== undefined) this.close()
    else if (this.#isReusedUnheard) this.#closedOnReuse(error)
    else this.#fail(error ?? wireError('ECONNRESET'))
  }

  /** The other side ended its rest while the request was on its way. */
  #closedOnReuse(cause: Error | undefined): void {
    const [request, handler] = [this.#request, this.#handler]
    if (request === undefined || handler === undefined || this.#phase !== 'asking') {
      this.#fail(wireError('CLOSED_ON_REUSE', cause))
      return
    }
    this.#handler = undefined
    this.#rest.send(request, handler)
    this.close()
  }

  #fail(error: Error): void {
    const handler = this.#handler
    this.#handler = undefined
    this.#waiting = undefined
    this.close()
    handler?.onResponseError(this, error)
  }

  close(): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    this.#unsent = undefined
    this.#after = undefined
    this.#request = undefined
    this.#socket?.terminate()
    this.#rest.gone(this)
  }

  abort(reason: Error): void {
    // What is not open yet is saved for the next request.
    if (this.#phase === 'connecting') this.#handler = undefined
    else this.#fail(reason)
  }

  pause(): void {
    if (this.#isPaused || this.#phase !== 'answering') return
    this.#isPaused = true
    this.#socket?.pause()
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#quietMs = 0
    this.#handOver()
    if (this.#isPaused) return
    this.#socket?.resume()
    if (this.#waitingEnd !== undefined) this.onEnd(this.#waitingEnd)
  }

  /** Time has passed; closes what has been quiet for too long. */
  tick(ms: number): void {
    if (this.#isPaused) return
    this.#quietMs += ms
    const limitMs = this.#limitMs()
    if (limitMs === 0 || this.#quietMs < limitMs) return
    if (this.#phase === 'connecting') this.#fail(wireError('ETIMEDOUT'))
    else if (this.#phase === 'asking') this.#fail(wireError('UND_ERR_HEADERS_TIMEOUT'))
    else if (this.#phase === 'answering') this.#fail(wireError('UND_ERR_BODY_TIMEOUT'))
    else this.close()
  }

  #limitMs(): number {
    const { connectMs, firstByteMs } = this.#rest.limits
    if (this.#phase === 'connecting') return connectMs
    if (this.#phase === 'asking') return firstByteMs
    return this.#phase === 'answering' ? this.#idleMs : this.#restMs
  }
}

/** Thousands of slow readers wait: what of a piece has been handed over is not held for them. */
function compacted(waiting: Buffer): Buffer {
  if (2 * waiting.length > waiting.buffer.byteLength) return waiting
  const copy = Buffer.allocUnsafeSlow(waiting.length)
  copy.set(waiting)
  freeBytes(waiting)
  return copy
}
