/**
 * HTTP/1.1 on Bun's own sockets, for what every call sends: undici goes through Node's streams,
 * which costs several microseconds a call, and most of the memory of a stream.
 */
import type { TimeSource } from '../../../domain/time-source'
import type { ConnectionCounts } from '../upstream'
import type { Connection } from './connection'
import type { AnswerHandler, WireLimits } from './line'
import { type FindAddresses, Pool, type PoolOwner } from './pool'
import { type RequestParts, wireRequest } from './wire-request'

export interface WireTarget extends RequestParts {
  /** `https://name:8443`, as `URL.origin` gives it. */
  readonly origin: string
  /** Connections are shared by the requests of one pool only. */
  readonly pool: string
}

/** How exactly silence is measured. */
const TICK_MS = 500
/** Beyond these, pools without a request under way are closed, the oldest first. */
const MOST_POOLS = 1_000

export interface WireParts {
  /** Without it the system says where a name is. */
  readonly find?: FindAddresses
  readonly time: TimeSource
}

export class WireClient implements PoolOwner {
  readonly limits: WireLimits
  readonly find: FindAddresses | undefined
  readonly time: TimeSource
  readonly #pools = new Map<string, Pool>()
  readonly #live = new Set<Connection>()
  #ticking: ReturnType<typeof setInterval> | undefined

  constructor(limits: WireLimits, { find, time }: WireParts) {
    this.limits = limits
    this.find = find
    this.time = time
  }

  /** Throws for a request that cannot be written; all else is reported to the handler. */
  dispatch(target: WireTarget, handler: AnswerHandler): void {
    const { origin } = target
    const name = `${target.pool} ${origin}`
    const known = this.#pools.get(name)
    const pool = known ?? new Pool(name, origin, this)
    const request = wireRequest(target, pool.host)
    if (known === undefined) this.#add(name, pool)
    pool.send(request, handler)
  }

  #add(name: string, pool: Pool): void {
    if (this.#pools.size >= MOST_POOLS) {
      for (const other of this.#pools.values()) if (other.closeIfIdle()) break
    }
    this.#pools.set(name, pool)
  }

  connections(): ConnectionCounts {
    let idle = 0
    for (const pool of this.#pools.values()) idle += pool.idle
    return { busy: this.#live.size - idle, idle }
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

  emptied(name: string): void {
    this.#pools.delete(name)
  }
}
