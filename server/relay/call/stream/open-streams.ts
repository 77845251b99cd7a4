/**
 * One sweep over all streams to clients, which therefore have no timers of their own: a stream
 * that has sent nothing for a while sends a sign of life, and one that never ends is ended.
 */
import { DenseList } from '../../../domain/dense-list'
import { monotonicMs } from '../../../domain/time-source'
import type { Clock } from '../../ports/ports'

/** How exactly silence is measured. */
const LOOK_EVERY_MS = 1000

export interface StreamLimits {
  readonly clock: Clock
  /** Silence towards a client after which it gets a sign of life; 0 for none. */
  readonly keepAliveMs: number
  /** How long a stream may take in all. */
  readonly streamLimitMs: number
}

export class OpenStreams {
  readonly limits: StreamLimits
  readonly #open = new DenseList<StreamWatch>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(limits: StreamLimits) {
    this.limits = limits
  }

  get sendsSigns(): boolean {
    return this.limits.keepAliveMs > 0
  }

  watch(stream: WatchedStream): StreamWatch {
    const watch = new StreamWatch(this, stream)
    this.#open.add(watch)
    const { keepAliveMs, streamLimitMs } = this.limits
    const everyMs = Math.min(LOOK_EVERY_MS, keepAliveMs || LOOK_EVERY_MS, streamLimitMs)
    this.#timer ??= setInterval(() => this.#look(), everyMs)
    return watch
  }

  forget(watch: StreamWatch): void {
    if (!this.#open.remove(watch) || this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const nowMs = monotonicMs(this.limits.clock)
    for (const watch of this.#open.all()) watch.look(nowMs)
  }
}

export interface WatchedStream {
  /** Nothing was sent for a while. */
  readonly keepAlive: () => void
  /** The stream has taken as long as one may. */
  readonly expire: (limitMs: number) => void
}

export class StreamWatch {
  place = -1
  readonly #streams: OpenStreams
  readonly #stream: WatchedStream
  readonly #beganMs: number
  #quietSinceMs: number
  #hasSent = false

  constructor(streams: OpenStreams, stream: WatchedStream) {
    this.#streams = streams
    this.#stream = stream
    this.#beganMs = monotonicMs(streams.limits.clock)
    this.#quietSinceMs = this.#beganMs
  }

  /** The client was sent something. Called with every piece, so it only sets a flag. */
  sent(): void {
    this.#hasSent = true
  }

  end(): void {
    this.#streams.forget(this)
  }

  look(nowMs: number): void {
    const { keepAliveMs, streamLimitMs } = this.#streams.limits
    if (nowMs - this.#beganMs >= streamLimitMs) {
      this.#stream.expire(streamLimitMs)
    } else if (this.#hasSent) {
      this.#hasSent = false
      this.#quietSinceMs = nowMs
    } else if (keepAliveMs > 0 && nowMs - this.#quietSinceMs >= keepAliveMs) {
      this.#quietSinceMs = nowMs
      this.#stream.keepAlive()
    }
  }
}
