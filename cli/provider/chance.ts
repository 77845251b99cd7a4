/** Draws that repeat with their seed, so that a failing round can be run again. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(items: readonly [T, ...T[]]): T
  /** A generator of its own: what one worker draws does not depend on how fast others are. */
  branch(): Chance
}

const STEP = 0x6d2b79f5

/** Mulberry32: small, and good enough to spread kills and plans. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + STEP) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
    branch: () => chanceOf(Math.floor(next() * 2 ** 32)),
  }
}
