/**
 * Model requests per user and window. Both counts are taken in the same step in which they are
 * checked, so that calls side by side cannot pass a limit together.
 */
import { GatewayError } from '../../domain/errors/gateway-error'

export interface RequestLimit {
  readonly windowMs: number
  /** All requests, failed ones included; 0 for no such limit. */
  readonly requests: number
  /** Answered requests; 0 for no such limit. */
  readonly successes: number
}

/** A request that was let in; one of its two ends must be reported, once. */
export interface Admission {
  readonly succeeded: (nowMs: number) => void
  readonly failed: () => void
}

/** Used only for calls that have a limit, so that a shared one costs no other call a wait. */
export interface RequestLimits {
  /**
   * Times are of the monotonic clock. Throws `limit.requests` or `limit.successes` with
   * `{minutes, count, seconds}`.
   */
  readonly admit: (
    userId: number,
    limit: RequestLimit,
    nowMs: number,
  ) => Admission | Promise<Admission>
}

/** In this process, at once. */
export interface LocalRequestLimits extends RequestLimits {
  readonly admit: (userId: number, limit: RequestLimit, nowMs: number) => Admission
  /** Users that are remembered. */
  readonly size: () => number
}

/** Requests that came closely after each other count as one mark of the time line. */
const MARKS_PER_WINDOW = 60

const MS_PER_MINUTE = 60_000

interface Mark {
  readonly firstMs: number
  lastMs: number
  count: number
}

/**
 * The events of the last window. A mark leaves when its last event does, so a dense series may
 * count a sixtieth of the window too long, and never too short.
 */
class Recent {
  #marks: Mark[] = []
  #total = 0

  total(nowMs: number, windowMs: number): number {
    let gone = 0
    for (const mark of this.#marks) {
      if (mark.lastMs + windowMs > nowMs) break
      this.#total -= mark.count
      gone += 1
    }
    if (gone > 0) this.#marks.splice(0, gone)
    return this.#total
  }

  add(nowMs: number, windowMs: number): void {
    const newest = this.#marks.at(-1)
    this.#total += 1
    if (newest !== undefined && nowMs - newest.firstMs < windowMs / MARKS_PER_WINDOW) {
      newest.lastMs = nowMs
      newest.count += 1
    } else {
      this.#marks.push({ firstMs: nowMs, lastMs: nowMs, count: 1 })
    }
  }

  /** When the oldest mark expires; the whole window when there is none. */
  secondsToWait(nowMs: number, windowMs: number): number {
    const oldest = this.#marks[0]
    const waitMs = oldest === undefined ? windowMs : oldest.lastMs + windowMs - nowMs
    return Math.max(1, Math.ceil(waitMs / 1000))
  }
}

class Account {
  readonly requests = new Recent()
  readonly successes = new Recent()
  /** Running calls may still succeed, so each keeps a place among the successes. */
  running = 0

  isIdle(nowMs: number, windowMs: number): boolean {
    if (this.running > 0) return false
    return this.requests.total(nowMs, windowMs) + this.successes.total(nowMs, windowMs) === 0
  }
}

export function createRequestLimits(): LocalRequestLimits {
  const accounts = new Map<number, Account>()
  let sweptMs = 0

  /** Once per window, so that memory follows the users of the last two windows. */
  function sweep(nowMs: number, windowMs: number): void {
    if (nowMs - sweptMs < windowMs) return
    sweptMs = nowMs
    for (const [id, account] of accounts) {
      if (account.isIdle(nowMs, windowMs)) accounts.delete(id)
    }
  }

  return {
    admit(userId, limit, nowMs) {
      const { windowMs } = limit
      sweep(nowMs, windowMs)
      const account = accounts.get(userId) ?? new Account()
      accounts.set(userId, account)
      const { requests, successes } = account
      if (limit.requests > 0 && requests.total(nowMs, windowMs) >= limit.requests) {
        throw refusal('limit.requests', limit, requests.secondsToWait(nowMs, windowMs))
      }
      const answered = successes.total(nowMs, windowMs) + account.running
      if (limit.successes > 0 && answered >= limit.successes) {
        throw refusal('limit.successes', limit, successes.secondsToWait(nowMs, windowMs))
      }
      if (limit.requests > 0) requests.add(nowMs, windowMs)
      account.running += 1
      return {
        succeeded(endMs) {
          account.running -= 1
          if (limit.successes > 0) successes.add(endMs, windowMs)
        },
        failed() {
          account.running -= 1
        },
      }
    },
    size: () => accounts.size,
  }
}

function refusal(
  id: 'limit.requests' | 'limit.successes',
  limit: RequestLimit,
  seconds: number,
): GatewayError {
  const count = id === 'limit.requests' ? limit.requests : limit.successes
  return new GatewayError(id, { minutes: limit.windowMs / MS_PER_MINUTE, count, seconds })
}
