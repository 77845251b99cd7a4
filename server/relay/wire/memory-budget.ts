/**
 * How many bytes are in memory at once because of what callers send and ask for: in the whole
 * process, and for each user. They are asked for before they are taken, and given back when the
 * call or the socket ends that needs them.
 */
import { GatewayError } from '../../domain/errors/gateway-error'

const BYTES_PER_MB = 1024 * 1024

/** One user may have this share of a kind, so that the others are served meanwhile. */
const USER_SHARE = 1 / 8

/** Largest JSON answer that is read into memory. */
export const MAX_ANSWER_MB = 64

/** Seconds after which somebody who was refused may try again. */
const RETRY_SECONDS = 1

export interface BudgetLimits {
  /** Megabytes of everything together. */
  readonly totalMb: number
  /** Megabytes of the largest body. */
  readonly maxBodyMb: number
}

/** Who has sent it: a share is what a user sends, or what upstreams send for that user. */
type Share = 'requests' | 'answers'

/** Kinds of memory, with the share that each comes out of. */
const PARTS = {
  /** A body, or messages on a socket that wait for the upstream. */
  body: 'requests',
  /** Files that a body points at, in the form in which they are sent. */
  files: 'requests',
  /** A JSON answer too large to be read on the loop. */
  answer: 'answers',
  /** The piece of a large frame that has come so far. */
  frame: 'answers',
} as const satisfies Record<string, Share>

export type MemoryPart = keyof typeof PARTS

interface UserMemory {
  requests: number
  answers: number
}

export class MemoryBudget {
  readonly #most: number
  readonly #mostPerUser: Readonly<Record<Share, number>>
  readonly #users = new Map<number, UserMemory>()
  #total = 0

  constructor({ totalMb, maxBodyMb }: BudgetLimits) {
    this.#most = totalMb * BYTES_PER_MB
    const share = this.#most * USER_SHARE
    // A user may have one of the largest, however small the share is.
    this.#mostPerUser = {
      requests: Math.max(share, maxBodyMb * BYTES_PER_MB),
      answers: Math.max(share, MAX_ANSWER_MB * BYTES_PER_MB),
    }
  }

  /** Bytes in use. */
  get used(): number {
    return this.#total
  }

  open(userId: number): MemoryHold {
    return new MemoryHold(this, userId)
  }

  /** For `MemoryHold` alone; negative bytes are given back. */
  take(userId: number, part: MemoryPart, bytes: number): void {
    const share = PARTS[part]
    const user = this.#users.get(userId) ?? { requests: 0, answers: 0 }
    if (bytes > 0) this.#admit(user[share] + bytes, share, bytes)
    this.#total += bytes
    user[share] += bytes
    if (user.requests + user.answers === 0) this.#users.delete(userId)
    else this.#users.set(userId, user)
  }

  #admit(held: number, share: Share, bytes: number): void {
    const most = this.#mostPerUser[share]
    if (share === 'requests' && held > most) {
      const limitMb = Math.floor(most / BYTES_PER_MB)
      throw new GatewayError('limit.body_bytes', { limitMb, seconds: RETRY_SECONDS })
    }
    if (held > most || this.#total + bytes > this.#most) {
      throw new GatewayError('overloaded', { seconds: RETRY_SECONDS })
    }
  }
}

/** What one call or socket has of the budget. */
export class MemoryHold {
  readonly #budget: MemoryBudget
  readonly #userId: number
  #parts: Partial<Record<MemoryPart, number>> | undefined
  #isOver = false
  #close: (() => void) | undefined

  constructor(budget: MemoryBudget, userId: number) {
    this.#budget = budget
    this.#userId = userId
  }

  /**
   * Takes what is missing to `bytes`, or gives back what is more. Throws when there is no room:
   * `limit.body_bytes` for what the user sends too much of, `overloaded` for everything else.
   */
  resize(part: MemoryPart, bytes: number): void {
    const held = this.#parts?.[part] ?? 0
    if (this.#isOver || bytes === held) return
    this.#budget.take(this.#userId, part, bytes - held)
    this.#parts ??= {}
    this.#parts[part] = bytes
  }

  /** A body counts from its declared length on: less of it changes nothing. */
  growTo(bytes: number): void {
    if (bytes > (this.#parts?.body ?? 0)) this.resize('body', bytes)
  }

  /** Something else that the call keeps for as long as its memory. */
  alsoClose(close: () => void): void {
    if (this.#isOver) close()
    else this.#close = close
  }

  /** Gives everything back; later calls do nothing. */
  release(): void {
    if (this.#isOver) return
    for (const part of Object.keys(this.#parts ?? {}) as MemoryPart[]) this.resize(part, 0)
    this.#isOver = true
    this.#close?.()
  }
}
