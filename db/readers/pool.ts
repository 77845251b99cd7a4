/**
 * The threads that read lists. They are started when they are needed, a few at most; whoever
 * finds them all at work waits in line. First come, first served.
 */
import { GatewayError } from '../../server/domain/errors/gateway-error'
import { ReaderThread } from './client'
import type { ReadQuery } from './thread'

export interface ReaderPoolOptions {
  /** Starts a thread on the database. */
  readonly start: () => Bun.Worker
  /** Threads that read at the same time. */
  readonly size: number
  /** What a query may take before its caller gets an error. */
  readonly limitMs?: number
  /** How long anybody waits for the turn to begin. */
  readonly waitLimitMs?: number
}

const LIMIT_MS = 15_000
const WAIT_LIMIT_MS = 30_000
const LONGEST_QUEUE = 500

interface Waiting {
  readonly query: ReadQuery
  readonly resolve: (rows: Promise<object[]>) => void
  readonly reject: (error: unknown) => void
  readonly timer: ReturnType<typeof setTimeout>
}

export class ReaderPool {
  readonly #options: ReaderPoolOptions
  readonly #limitMs: number
  readonly #waitLimitMs: number
  readonly #threads = new Set<ReaderThread>()
  readonly #waiting = new Set<Waiting>()
  #closed = false

  constructor(options: ReaderPoolOptions) {
    this.#options = options
    this.#limitMs = options.limitMs ?? LIMIT_MS
    this.#waitLimitMs = options.waitLimitMs ?? WAIT_LIMIT_MS
  }

  /**
   * Rejects with `db.query_too_long`, with `overloaded` when the line is too long, and with
   * `db.unavailable` when the thread dies or the turn does not come.
   */
  read(query: ReadQuery): Promise<object[]> {
    if (this.#closed) return Promise.reject(new GatewayError('db.unavailable'))
    if (this.#waiting.size >= LONGEST_QUEUE) return Promise.reject(new GatewayError('overloaded'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting)
        reject(new GatewayError('db.unavailable'))
      }, this.#waitLimitMs)
      const waiting: Waiting = { query, resolve, reject, timer }
      this.#waiting.add(waiting)
      this.#proceed()
    })
  }

  /** Every thread lets go of the file of a month. */
  forget(file: string): void {
    for (const thread of this.#threads) thread.forget(file)
  }

  /** Resolves when every thread has let go of the database. Whoever still waits is refused. */
  async close(): Promise<void> {
    this.#closed = true
    for (const waiting of this.#waiting) {
      this.#leave(waiting)
      waiting.reject(new GatewayError('db.unavailable'))
    }
    await Promise.all([...this.#threads].map((thread) => thread.close()))
  }

  #proceed(): void {
    for (const waiting of this.#waiting) {
      const thread = this.#free()
      if (thread === undefined) return
      this.#leave(waiting)
      waiting.resolve(thread.read(waiting.query, this.#limitMs))
    }
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    this.#waiting.delete(waiting)
  }

  #free(): ReaderThread | undefined {
    let late = 0
    for (const thread of this.#threads) {
      if (thread.state === 'free') return thread
      if (thread.state === 'late') late += 1
    }
    // A query cannot be stopped inside SQLite. Others take the place of a late thread for as
    // long as it takes; their number, too, has an end.
    const { size } = this.#options
    const most = size + Math.min(late, size)
    return this.#threads.size < most ? this.#begin() : undefined
  }

  #begin(): ReaderThread {
    const thread = new ReaderThread(this.#options.start(), {
      onChange: () => this.#changed(thread),
    })
    this.#threads.add(thread)
    return thread
  }

  #changed(thread: ReaderThread): void {
    if (thread.state === 'gone') this.#threads.delete(thread)
    if (this.#closed) return
    // One that comes back late may have been replaced.
    const isSpare = thread.state === 'free' && this.#threads.size > this.#options.size
    if (isSpare && this.#waiting.size === 0) void thread.close()
    this.#proceed()
  }
}
