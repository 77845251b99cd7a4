/** What somebody earns by what those they have invited use. */

/** Of a percent, so fine as the option can say it. */
const PER_PERCENT = 10_000
/** Parts of a credit that are carried over. */
const PARTS = 1_000_000n

export interface UsageShare {
  /** Whole credits. */
  readonly credits: number
  /** Millionths of one more, to be carried over to the next. */
  readonly parts: number
}

/** Exact: shares of many small sums are the share of all of them, less than a credit apart. */
export function shareOfUsage(used: number, percent: number, carried: number): UsageShare {
  const millionths = BigInt(Math.round(percent * PER_PERCENT))
  const total = BigInt(used) * millionths + BigInt(carried)
  return { credits: Number(total / PARTS), parts: Number(total % PARTS) }
}
