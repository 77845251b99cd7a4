/** The connections of one pool to one origin. */
import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { SocketHandler } from 'bun'
import { monotonicMs, type TimeSource } from '../../../domain/time-source'
import { Connection, type Rest } from './connection'
import type { AnswerHandler, WireLimits } from './line'
import { wireError } from './wire-error'
import type { WireRequest } from './wire-request'

/** Finds the addresses of a name that one may connect to; calls back once. */
export type FindAddresses = (
  hostname: string,
  found: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface PoolOwner {
  readonly limits: WireLimits
  readonly find: FindAddresses | undefined
  readonly time: TimeSource
  readonly opened: (connection: Connection) => void
  /** `false` when that was known. */
  readonly closed: (connection: Connection) => boolean
  /** No connection remains. */
  readonly emptied: (name: string) => void
}

/**
 * How long a connection may wait where the other side announces no time. uvicorn closes after
 * 5 s and gunicorn, which seldom speaks TLS itself, after 2 s; a request that crosses the close
 * on its way is lost.
 */
export const UNANNOUNCED_REST_MS = { plain: 1_500, secure: 3_000 } as const

const BARE: SocketHandler<Connection> = {
  open: (socket) => socket.data.onOpen(socket),
  data: (socket, piece) => socket.data.onData(piece),
  drain: (socket) => socket.data.write(),
  close: (socket, error) => socket.data.onClose(error),
  error: (socket, error) => socket.data.onClose(error),
}

/** Open only once the other side has proven its name. */
const SECURE: SocketHandler<Connection> = {
  ...BARE,
  open() {},
  handshake(socket, isTrusted, error) {
    if (isTrusted) socket.data.onOpen(socket)
    else socket.data.onClose(error ?? wireError('ECONNRESET'))
  },
}

export class Pool implements Rest {
  /** Name and, unless it is the usual one, port. */
  readonly host: string
  readonly limits: WireLimits
  readonly usualRestMs: number
  readonly #owner: PoolOwner
  readonly #name: string
  readonly #hostname: string
  readonly #port: number
  readonly #isSecure: boolean
  readonly #idle: Connection[] = []
  #size = 0

  constructor(name: string, origin: string, owner: PoolOwner) {
    const { host, hostname, port } = new URL(origin)
    this.host = host
    this.limits = owner.limits
    this.#owner = owner
    this.#name = name
    this.#hostname = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
    this.#isSecure = origin.startsWith('https:')
    this.usualRestMs = UNANNOUNCED_REST_MS[this.#isSecure ? 'secure' : 'plain']
    this.#port = port === '' ? (this.#isSecure ? 443 : 80) : Number(port)
  }

  send(request: WireRequest, handler: AnswerHandler): void {
    // The one that rested shortest is the least likely to be closed meanwhile.
    const idle = this.#idle.pop()
    if (idle !== undefined && !idle.isStale(this.nowMs())) {
      idle.start(request, handler)
      return
    }
    this.#open(new Connection(this, request, handler))
    // The others have rested even longer.
    if (idle !== undefined) this.#closeAll([idle, ...this.#idle])
  }

  get idle(): number {
    return this.#idle.length
  }

  nowMs(): number {
    return monotonicMs(this.#owner.time)
  }

  /** `false` while a request is under way. */
  closeIfIdle(): boolean {
    if (this.#idle.length < this.#size) return false
    this.#closeAll([...this.#idle])
    return true
  }

  #closeAll(connections: readonly Connection[]): void {
    for (const connection of connections) connection.close()
  }

  rest(connection: Connection): void {
    this.#idle.push(connection)
  }

  gone(connection: Connection): void {
    if (!this.#owner.closed(connection)) return
    this.#size -= 1
    const at = this.#idle.indexOf(connection)
    if (at !== -1) this.#idle.splice(at, 1)
    if (this.#size === 0) this.#owner.emptied(this.#name)
  }

  #open(connection: Connection): void {
    this.#size += 1
    this.#owner.opened(connection)
    const { find } = this.#owner
    if (find === undefined || isIP(this.#hostname) !== 0) {
      this.#connect(connection, [this.#hostname])
      return
    }
    find(this.#hostname, (error, found) => {
      if (error !== null) connection.onClose(error)
      else this.#connect(connection, addressesOf(found))
    })
  }

  /** Tries one address after the other. */
  #connect(connection: Connection, [address, ...others]: readonly string[]): void {
    if (connection.isClosed) return
    if (address === undefined) {
      connection.onClose(wireError('ENOTFOUND'))
      return
    }
    const connectError = (_: unknown, error: Error): void => {
      if (others.length > 0) this.#connect(connection, others)
      else connection.onClose(error)
    }
    const way = { hostname: address, port: this.#port, data: connection }
    if (this.#isSecure) {
      const tls = { serverName: this.#hostname, rejectUnauthorized: true }
      void Bun.connect({ ...way, tls, socket: { ...SECURE, connectError } })
    } else void Bun.connect({ ...way, socket: { ...BARE, connectError } })
  }
}

function addressesOf(found: readonly LookupAddress[]): readonly string[] {
  return found.map(({ address }) => address)
}
