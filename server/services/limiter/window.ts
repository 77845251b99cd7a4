/**
 * Sliding windows: at most so many events per key within so much time. Decisions are made in
 * one turn of the event loop, so that parallel calls cannot slip through together.
 */
import type { Clock } from '../../clock'
import { monotonicMs } from '../../domain/time-source'

export interface WindowRule {
  /** At least 1. */
  readonly count: number
  readonly windowMs: number
}

export type Taken =
  | {
      readonly ok: true
      /** Undoes the event, as if it had never been. Safe to call twice. */
      readonly giveBack: () => void
    }
  | {
      readonly ok: false
      /** Time until the oldest event leaves the window. */
      readonly retryMs: number
    }

export interface WindowLimiter {
  /** Counts an event if the window has room. A refused event is not counted. */
  readonly take: (key: string, rule: WindowRule) => Taken
  /** 0 when an event would be taken now; otherwise the time until it would. */
  readonly waitMs: (key: string, rule: WindowRule) => number
  /** Undoes the newest events of a key, whoever took them. */
  readonly release: (key: string, count: number) => void
  readonly forget: (key: string) => void
}

export interface WindowLimiterOptions {
  readonly clock: Clock
  /** Keys remembered; beyond this the one that was quiet longest is forgotten. */
  readonly maxKeys?: number
}

const MAX_KEYS = 50_000

/** Times of events, oldest first. */
type Window = number[]

export function createWindowLimiter(options: WindowLimiterOptions): WindowLimiter {
  const { clock, maxKeys = MAX_KEYS } = options
  // In the order of their last use, so that the first is the one to forget.
  const windows = new Map<string, Window>()

  function current(key: string, { windowMs }: WindowRule): Window {
    const window = windows.get(key) ?? []
    const start = monotonicMs(clock) - windowMs
    const living = window.findIndex((time) => time > start)
    if (living !== 0) window.splice(0, living === -1 ? window.length : living)
    return window
  }

  function remember(key: string, window: Window): void {
    windows.delete(key)
    windows.set(key, window)
    if (windows.size <= maxKeys) return
    const [quietest] = windows.keys()
    if (quietest !== undefined) windows.delete(quietest)
  }

  function waitIn(window: Window, rule: WindowRule): number {
    if (window.length < rule.count) return 0
    const oldest = window[window.length - rule.count] ?? 0
    return Math.max(1, oldest + rule.windowMs - monotonicMs(clock))
  }

  return {
    take(key, rule) {
      const window = current(key, rule)
      const retryMs = waitIn(window, rule)
      remember(key, window)
      if (retryMs > 0) return { ok: false, retryMs }
      const time = monotonicMs(clock)
      window.push(time)
      let isTaken = true
      return {
        ok: true,
        giveBack() {
          const at = isTaken ? window.lastIndexOf(time) : -1
          if (at >= 0) window.splice(at, 1)
          isTaken = false
        },
      }
    },
    waitMs: (key, rule) => waitIn(current(key, rule), rule),
    release: (key, count) => void windows.get(key)?.splice(-count, count),
    forget: (key) => void windows.delete(key),
  }
}
