import { hundredths } from '../../domain/logs/call-record'
import { monotonicMs, type TimeSource } from '../../domain/time-source'
import { OVERHEAD_HEADER } from '../net/cross-origin'

/**
 * The gateway's own share of a call: the time up to the first byte of the answer (of one that is
 * not streamed, up to all of it), without what the client took to send its body and upstreams
 * took to answer.
 */
export class Overhead {
  readonly beganMs: number
  readonly #time: TimeSource
  #waitedMs = 0
  #upstreamMs = 0
  #waitsSinceMs: number | undefined
  #lastHeardMs: number | undefined
  #totalMs: number | undefined
  #readsSinceMs: number | undefined
  #isReported = false

  constructor(time: TimeSource) {
    this.#time = time
    this.beganMs = monotonicMs(time)
  }

  /** The client's body is read from here on. */
  reads(): void {
    this.#readsSinceMs = monotonicMs(this.#time)
  }

  hasRead(): void {
    this.#waitedMs = this.#readMs
    this.#readsSinceMs = undefined
  }

  get #readMs(): number {
    if (this.#readsSinceMs === undefined) return this.#waitedMs
    return this.#waitedMs + monotonicMs(this.#time) - this.#readsSinceMs
  }

  /** An upstream is called, and waited for from here on. */
  asks(): void {
    this.#waitsSinceMs = monotonicMs(this.#time)
    this.#lastHeardMs = undefined
  }

  /** Something has come of its answer; there may be more. */
  hears(): void {
    this.#lastHeardMs = monotonicMs(this.#time)
  }

  /** Nothing more is waited for; the wait was over when the upstream last sent something. */
  goesOn(): void {
    if (this.#waitsSinceMs === undefined) return
    this.#upstreamMs += (this.#lastHeardMs ?? monotonicMs(this.#time)) - this.#waitsSinceMs
    this.#waitsSinceMs = undefined
  }

  /** It was waited for until now, unless its answer was already there. */
  givesUp(): void {
    this.hears()
    this.goesOn()
  }

  /** The answer begins: what follows is no part of it. */
  begins(): void {
    this.#totalMs ??= monotonicMs(this.#time) - this.beganMs
  }

  get ms(): number {
    const totalMs = this.#totalMs ?? monotonicMs(this.#time) - this.beganMs
    return Math.max(0, totalMs - this.#readMs - this.upstreamMs)
  }

  /** Of all attempts together. */
  get upstreamMs(): number {
    if (this.#waitsSinceMs === undefined) return this.#upstreamMs
    return this.#upstreamMs + monotonicMs(this.#time) - this.#waitsSinceMs
  }

  /** Whether a response has been given it already. */
  get isReported(): boolean {
    return this.#isReported
  }

  /** For the head of the response, as a part of what is written there: to set them costs more. */
  addTo(headers: Record<string, string>): void {
    this.#isReported = true
    const own = hundredths(this.ms)
    headers[OVERHEAD_HEADER] = String(own)
    headers['server-timing'] = `gw;dur=${own}, upstream;dur=${hundredths(this.upstreamMs)}`
  }
}
