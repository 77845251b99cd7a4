import type { TimeSource } from './domain/time-source'

/** The only source of time. Tests hand in their own, so nothing else may read the system's. */
export type Clock = TimeSource

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** Epoch seconds, as the wire's time columns have it. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.nowMs() / 1000)
}
