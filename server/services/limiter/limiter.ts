/**
 * The port behind which events are counted: in this process, or in a database that several share.
 * Asking may wait, so code that must answer synchronously cannot use a shared count.
 */
import type { Clock } from '../../clock'
import { createWindowLimiter, type WindowRule } from './window'

export type Counted =
  | {
      readonly ok: true
      /** Undoes the event, as if it had never been. Safe to call twice. */
      readonly giveBack: () => Promise<void>
    }
  | {
      readonly ok: false
      /** Time until the oldest event leaves the window. */
      readonly retryMs: number
    }

/** About an event that several gateways count. */
export interface SharedQuestion {
  /** Hashed. */
  readonly key: string
  readonly rule: WindowRule
  /** What Valkey may count of the rule's events. */
  readonly lent: number
}

export interface Limiter {
  /**
   * Counts an event if the window has room, in one step however many ask at once. A refused
   * event is not counted.
   */
  readonly take: (key: string, rule: WindowRule) => Promise<Counted>
  /** Undoes the newest events of a key, whoever took them. */
  readonly release: (key: string, count: number) => Promise<void>
}

/**
 * What is counted, and whether Valkey may count a share of it. What protects passwords is asked
 * seldom, and is counted in one place.
 */
export const LIMITER_PURPOSES = {
  api: { isLent: true },
  guesses: { isLent: false },
  login: { isLent: false },
  refusals: { isLent: false },
  requests: { isLent: true },
  'wrong keys': { isLent: true },
} as const

export type LimiterPurpose = keyof typeof LIMITER_PURPOSES

/** Each purpose has its own room for keys, so that none can push out those of another. */
export type OpenLimiter = (purpose: LimiterPurpose) => Limiter

export function localLimiters(clock: Clock): OpenLimiter {
  return () => {
    const windows = createWindowLimiter({ clock })
    return {
      async take(key, rule) {
        const taken = windows.take(key, rule)
        return taken.ok ? { ok: true, giveBack: async () => taken.giveBack() } : taken
      },
      release: async (key, count) => windows.release(key, count),
    }
  }
}
