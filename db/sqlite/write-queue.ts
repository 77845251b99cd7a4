/**
 * The one queue in front of the write connection. SQLite has one connection for writing, and
 * an asynchronous transaction must never interleave with another statement on it, so every
 * user of the connection holds it from first statement to last. First come, first served.
 */
import { GatewayError } from '../../server/domain/errors/gateway-error'

/** Whoever waits longer is refused: most likely a transaction waits for its own connection. */
const WAIT_LIMIT_MS = 30_000
const NOW = Promise.resolve()

export class WriteQueue {
  readonly #waitLimitMs: number
  readonly #waiting = new Set<() => void>()
  #held = false
  #closed = false

  constructor(waitLimitMs = WAIT_LIMIT_MS) {
    this.#waitLimitMs = waitLimitMs
  }

  /** Resolves when the caller holds the connection. Rejects with `db.unavailable`. */
  acquire(): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the database is closed'))
    if (this.#held) return this.#wait()
    this.#held = true
    return NOW
  }

  /** Hands the connection to the next in line. */
  release(): void {
    if (!this.#held) throw new Error('the write connection was released twice')
    const [next] = this.#waiting
    if (next === undefined) {
      this.#held = false
      return
    }
    this.#waiting.delete(next)
    next()
  }

  /** Refuses newcomers and resolves when the connection is free for good. */
  async close(): Promise<void> {
    if (this.#closed) return
    const last = this.acquire()
    this.#closed = true
    await last
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(start)
        reject(new GatewayError('db.unavailable'))
      }, this.#waitLimitMs)
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.add(start)
    })
  }
}
