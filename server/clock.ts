/** The only source of time. Tests hand in their own, so nothing else may read the system's. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly nowMs: () => number
}

export const systemClock: Clock = { nowMs: () => Date.now() }

/** Epoch seconds, as the wire's time columns have it. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000)
}
