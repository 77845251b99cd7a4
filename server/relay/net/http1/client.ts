/**
 * HTTP/1.1 on Bun's own sockets, for what every call sends: undici goes through Node's streams,
 * which costs several microseconds a call, and most of the memory of a stream.
 */
import type { Connection } from './connection'
import type { AnswerHandler, WireLimits } from './line'
import { type FindAddresses, Pool, type PoolOwner } from './pool'
import { type RequestParts, wireRequest } from './wire-request'

export interface WireTarget extends RequestParts {
  /** `https://name:8443`, as `URL.origin` gives it. */
  readonly origin: string
}

/** How exactly silence is measured. */
const TICK_MS = 500

export class WireClient implements PoolOwner {
  readonly limits: WireLimits
  readonly find: FindAddresses | undefined
  readonly #pools = new Map<string, Pool>()
  readonly #live = new Set<Connection>()
  #ticking: ReturnType<typeof setInterval> | undefined

  /** Without `find` the system says where a name is. */
  constructor(limits: WireLimits, find?: FindAddresses) {
    this.limits = limits
    this.find = find
  }

  /** Throws for a request that cannot be written; all else is told to the handler. */
  dispatch({ origin, ...parts }: WireTarget, handler: AnswerHandler): void {
    const pool = this.#pools.get(origin) ?? new Pool(origin, this)
    const request = wireRequest(parts, pool.host)
    this.#pools.set(origin, pool)
    pool.send(request, handler)
  }

  close(): void {
    for (const connection of this.#live) connection.onClose(new Error('the client is closed'))
  }

  opened(connection: Connection): void {
    this.#ticking ??= setInterval(() => {
      for (const one of this.#live) one.tick(TICK_MS)
    }, TICK_MS)
    this.#live.add(connection)
  }

  closed(connection: Connection): boolean {
    const wasLive = this.#live.delete(connection)
    if (this.#live.size === 0) {
      clearInterval(this.#ticking)
      this.#ticking = undefined
    }
    return wasLive
  }

  emptied(origin: string): void {
    this.#pools.delete(origin)
  }
}
