/** The connection under a request: how long it may rest, and when it is given up. */
import { SharedTimer, type TimeLimit } from '../services/shared-timer'

/** The parts of Bun's server that routes use. */
export interface HttpServer {
  readonly requestIP: (request: Request) => { readonly address: string } | null
  /** Seconds without traffic after which the connection is cut; 0 for never. */
  readonly timeout: (request: Request, seconds: number) => void
  /** False when the request does not become a socket. */
  readonly upgrade: (request: Request, options: Upgrade) => boolean
}

/** What of a socket is used. */
export interface ServerSocket {
  readonly send: (message: string | ArrayBuffer) => number
  readonly close: (code: number, reason: string) => void
  /** Without a word. */
  readonly terminate: () => void
  readonly ping: () => void
  readonly getBufferedAmount: () => number
}

/** What the server calls as things happen on a socket. */
export interface SocketEnds {
  readonly open: (socket: ServerSocket) => void
  readonly message: (socket: ServerSocket, message: string | Buffer) => void
  /** The client has taken what waited for it. */
  readonly drain?: () => void
  /** The client has answered a ping. */
  readonly pong?: () => void
  readonly close: () => void
}

interface Upgrade {
  readonly headers: Readonly<Record<string, string>>
  readonly data: SocketEnds
}

/**
 * Seconds that a connection may rest between requests, in the middle of a head or of a body that
 * nobody reads, and while its client does not take an answer.
 */
export const REST_SECONDS = 30

/** Most requests are answered before this, and their connections are left as they are. */
const LONG_MS = (REST_SECONDS * 1000) / 3

const long = new SharedTimer(LONG_MS)

/**
 * While we work on a request its connection may be silent: the body, the upstream and a client
 * that reads slowly have limits of their own.
 */
export class Work {
  readonly #server: HttpServer | null
  readonly #request: Request
  readonly #untilLong: TimeLimit
  #isLong = false

  constructor(server: HttpServer | null, request: Request) {
    this.#server = server
    this.#request = request
    this.#untilLong = long.begin(() => {
      this.#isLong = true
      this.#server?.timeout(this.#request, 0)
    })
  }

  /** To be called before the last byte of the answer is handed over: afterwards it is too late. */
  end(): void {
    if (this.#isLong) this.#server?.timeout(this.#request, REST_SECONDS)
    else long.clear(this.#untilLong)
  }
}
