/** Where the lines behind a chart are, and how high it is. */

const STEPS = [1, 2, 5, 10] as const

/** From 0 on, round and evenly apart; the last is not below the largest value. */
export function roundTicks(largest: number, rows: number): number[] {
  const rough = Math.max(1, largest / rows)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const count = Math.max(1, Math.ceil(largest / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
