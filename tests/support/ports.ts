/** Time and chance in the hand of a test. */
import type { Clock } from '../../server/clock'
import type { Random } from '../../server/random'

export interface ManualClock extends Clock {
  advance(ms: number): void
  set(epochMs: number): void
}

/** Stands still until it is moved. Starts at 2026-01-01 12:00 UTC. */
export function manualClock(startMs = Date.UTC(2026, 0, 1, 12)): ManualClock {
  let now = startMs
  return {
    nowMs: () => now,
    advance(ms) {
      now += ms
    },
    set(epochMs) {
      now = epochMs
    },
  }
}

/**
 * A machine's clock that somebody sets: only the time of day jumps by `jump`, and both move on by
 * themselves.
 */
export function jumpingClock(): Clock & { jump(ms: number): void } {
  let aheadMs = 0
  return {
    nowMs: () => Date.now() + aheadMs,
    monotonicMs: () => performance.now(),
    jump(ms) {
      aheadMs += ms
    },
  }
}

/** The same draws in the same order for the same seed (xorshift32). */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  return {
    next,
    bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)),
    text: (length, alphabet) =>
      Array.from({ length }, () => alphabet.charAt(Math.floor(next() * alphabet.length))).join(''),
  }
}
