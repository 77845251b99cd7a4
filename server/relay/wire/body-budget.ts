/**
 * How many bytes of request bodies are in memory at once: in the whole process, and for each
 * user. A body counts from its declared length on until its call ends, because until then it
 * may have to be sent again or counted.
 */
import { GatewayError } from '../../domain/errors/gateway-error'

const BYTES_PER_MB = 1024 * 1024

/** One user may have this share, so that the others are served while he sends too much. */
const USER_SHARE = 1 / 8

export interface BudgetLimits {
  /** Megabytes of all bodies together. */
  readonly totalMb: number
  /** Megabytes of the largest body: a user may have one, however small his share. */
  readonly maxBodyMb: number
}

/** Seconds after which somebody who was refused may try again. */
const RETRY_SECONDS = 1

export interface BodyHold {
  /**
   * Takes what is missing to `bytes`. Throws `limit.body_bytes` when the user would have too
   * much, `overloaded` when the process would.
   */
  readonly growTo: (bytes: number) => void
  /** Something else that the call keeps for as long as its body. */
  readonly alsoClose: (close: () => void) => void
  /** Gives everything back; later calls do nothing. */
  readonly release: () => void
}

export interface BodyBudget {
  readonly open: (userId: number) => BodyHold
}

export function createBodyBudget({ totalMb, maxBodyMb }: BudgetLimits): BodyBudget {
  const most = totalMb * BYTES_PER_MB
  const mostPerUser = Math.max(most * USER_SHARE, maxBodyMb * BYTES_PER_MB)
  const users = new Map<number, number>()
  let total = 0

  function take(userId: number, bytes: number): void {
    const held = users.get(userId) ?? 0
    if (bytes > 0 && held + bytes > mostPerUser) {
      const limitMb = Math.floor(mostPerUser / BYTES_PER_MB)
      throw new GatewayError('limit.body_bytes', { limitMb, seconds: RETRY_SECONDS })
    }
    if (bytes > 0 && total + bytes > most) {
      throw new GatewayError('overloaded', { seconds: RETRY_SECONDS })
    }
    total += bytes
    if (held + bytes === 0) users.delete(userId)
    else users.set(userId, held + bytes)
  }

  return {
    open(userId) {
      let held = 0
      let isOver = false
      let others: (() => void) | undefined
      return {
        alsoClose(close) {
          if (isOver) close()
          else others = close
        },
        growTo(bytes) {
          if (isOver || bytes <= held) return
          take(userId, bytes - held)
          held = bytes
        },
        release() {
          if (isOver) return
          isOver = true
          take(userId, -held)
          others?.()
        },
      }
    },
  }
}
