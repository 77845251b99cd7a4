/**
 * The sockets that are open: how many a user and an address may have, and that each one lives.
 * The server hands over complete messages only, so what it holds of an incomplete one is
 * bounded by the number of sockets, times the largest message.
 */
import { GatewayError } from '../domain/errors/gateway-error'
import { networkOf } from '../services/limiter/network'
import type { ServerSocket, SocketEnds } from './connection'

/** Largest message on a socket: OpenAI takes 15 MB of sound in one. */
export const MAX_MESSAGE_MB = 16

export interface SocketLimits {
  readonly perUser: number
  readonly perAddress: number
  /** How long a message may stay unfinished, or a ping without its answer. */
  readonly silentMs: number
}

/** A socket is pinged so often before it is closed. */
const ROUNDS = 3
/** Seconds after which somebody who was refused may try again. */
const RETRY_SECONDS = 1
const REFUSED = 1008

export class OpenSockets {
  readonly #limits: SocketLimits
  readonly #counts = new Map<string, number>()
  readonly #served = new Set<SocketPlace>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(limits: SocketLimits) {
    this.#limits = limits
  }

  /** Throws `limit.sockets`. */
  enter(userId: number, ip: string): SocketPlace {
    const { perUser, perAddress } = this.#limits
    const user = `user ${userId}`
    const network = `network ${networkOf(ip)}`
    this.#admit(user, perUser)
    this.#admit(network, perAddress)
    this.#count(user, 1)
    this.#count(network, 1)
    const place = new SocketPlace({
      open: () => this.#watch(place),
      close: () => {
        this.#count(user, -1)
        this.#count(network, -1)
        this.#served.delete(place)
      },
    })
    return place
  }

  #admit(key: string, most: number): void {
    if ((this.#counts.get(key) ?? 0) < most) return
    throw new GatewayError('limit.sockets', { count: most, seconds: RETRY_SECONDS })
  }

  #count(key: string, step: number): void {
    const count = (this.#counts.get(key) ?? 0) + step
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  #watch(place: SocketPlace): void {
    this.#served.add(place)
    this.#timer ??= setInterval(() => this.#look(), this.#limits.silentMs / ROUNDS).unref()
  }

  #look(): void {
    for (const place of this.#served) place.look()
    if (this.#served.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

interface Turnstile {
  readonly open: () => void
  readonly close: () => void
}

/** One socket, from before it is one until it is closed. */
class SocketPlace {
  readonly #turnstile: Turnstile
  #socket: ServerSocket | undefined
  /** Rounds since it gave a sign of life. */
  #silent = 0
  #isLeft = false

  constructor(turnstile: Turnstile) {
    this.#turnstile = turnstile
  }

  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    this.#turnstile.close()
  }

  /** The same socket, watched. */
  watched(ends: SocketEnds): SocketEnds {
    return {
      ...ends,
      open: (socket) => {
        this.#socket = socket
        this.#turnstile.open()
        ends.open(socket)
      },
      message: (socket, message) => {
        this.#silent = 0
        ends.message(socket, message)
      },
      // In the middle of a frame nobody can answer a ping, however fast its bytes come.
      pong: () => {
        this.#silent = 0
      },
      close: () => {
        this.leave()
        ends.close()
      },
    }
  }

  look(): void {
    this.#silent += 1
    if (this.#silent <= ROUNDS) this.#socket?.ping()
    else if (this.#silent === ROUNDS + 1) this.#socket?.close(REFUSED, 'message_timeout')
    else this.#socket?.terminate()
  }
}
