/**
 * Waiting times as counts per slot, so that hours of them can be added up and a median still be
 * told: no slot is wider than two thirds of where it begins from a tenth of a second on.
 */

/** Upper ends of the slots in milliseconds; what is slower falls into one more. */
export const LATENCY_BOUNDS_MS = [
  50, 100, 150, 200, 300, 450, 650, 900, 1300, 1900, 2800, 4000, 6000, 9000, 15_000, 30_000, 60_000,
] as const

export const LATENCY_SLOTS = LATENCY_BOUNDS_MS.length + 1

/** A longer wait is reported as this. */
const LONGEST_MS = 120_000

export function latencySlot(ms: number): number {
  let slot = 0
  for (const bound of LATENCY_BOUNDS_MS) {
    if (ms <= bound) return slot
    slot += 1
  }
  return slot
}

/**
 * Milliseconds that a share of the counted waits stayed within (0.5 for the median), as if the
 * waits of a slot were spread evenly over it; 0 when there are none.
 */
export function quantileMs(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return 0
  const wanted = total * share
  let before = 0
  for (const [slot, count] of counts.entries()) {
    if (count > 0 && before + count >= wanted) {
      const from = LATENCY_BOUNDS_MS[slot - 1] ?? 0
      const to = LATENCY_BOUNDS_MS[slot] ?? LONGEST_MS
      return Math.round(from + ((wanted - before) / count) * (to - from))
    }
    before += count
  }
  return LONGEST_MS
}
