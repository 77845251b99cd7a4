import type { RollupCell, RollupCounts } from '../../../db/tables/rollups'
import { LATENCY_SLOTS, quantileMs } from '../../domain/logs/latency'
import { DAY, HOUR } from '../../domain/logs/rollups'

/** What a stretch of time comes to. */
export interface Totals extends RollupCounts {
  /** Until the first byte of an answer, in milliseconds; 0 when nothing is known. */
  readonly p50_ms: number
  readonly p95_ms: number
}

export interface BucketTotals extends Totals {
  /** Epoch seconds at which it begins. */
  readonly at: number
}

export function totalsOf(cells: readonly RollupCell[]): Totals {
  const latency = new Array<number>(LATENCY_SLOTS).fill(0)
  for (const cell of cells) {
    for (const [slot, count] of cell.latency.entries()) latency[slot] = (latency[slot] ?? 0) + count
  }
  return {
    ...countsOf(cells),
    p50_ms: quantileMs(latency, 0.5),
    p95_ms: quantileMs(latency, 0.95),
  }
}

export function countsOf(cells: readonly RollupCounts[]): RollupCounts {
  const sum = (name: keyof RollupCounts) => cells.reduce((total, cell) => total + cell[name], 0)
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    refused: sum('refused'),
    quota: sum('quota'),
    uncollected: sum('uncollected'),
    tokens: sum('tokens'),
  }
}

export interface Grid {
  /** Epoch seconds; the first bucket begins here. */
  readonly from: number
  readonly to: number
  /** Seconds. */
  readonly step: number
}

/** Every bucket of the grid, empty ones too. */
export function bucketsOf<Row extends { readonly at: number }, Sum extends object>(
  rows: readonly Row[],
  { from, to, step }: Grid,
  sum: (rows: readonly Row[]) => Sum,
): readonly (Sum & { readonly at: number })[] {
  const byBucket = Map.groupBy(rows, ({ at }) => Math.floor((at - from) / step))
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => ({
    at: from + index * step,
    ...sum(byBucket.get(index) ?? []),
  }))
}

/** Twenty-four hours, the running one the last. */
export function lastDay(now: number): Grid {
  const hour = now - (now % HOUR)
  return { from: hour + HOUR - DAY, to: hour + HOUR, step: HOUR }
}
