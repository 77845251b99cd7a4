import { NO_USAGE_COUNTS } from '../../../db/tables/usage-facts'
import { LATENCY_SLOTS, quantileMs } from '../../domain/logs/latency'
import type { Measured } from '../../domain/usage/explore'

/** What a stretch of time comes to. Credits; waits in milliseconds, 0 for none. */
export interface UsageTotals extends Omit<Measured, 'latency'> {
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
}

export function usageTotals(sum: Measured): UsageTotals {
  return {
    calls: sum.calls,
    failed: sum.failed,
    refused: sum.refused,
    quota: sum.quota,
    uncollected: sum.uncollected,
    cost: sum.cost,
    prompt_tokens: sum.prompt_tokens,
    cached_tokens: sum.cached_tokens,
    cache_write_tokens: sum.cache_write_tokens,
    completion_tokens: sum.completion_tokens,
    p50_ms: quantileMs(sum.latency, 0.5),
    p95_ms: quantileMs(sum.latency, 0.95),
    p99_ms: quantileMs(sum.latency, 0.99),
  }
}

export const NOTHING_USED: Measured = {
  ...NO_USAGE_COUNTS,
  latency: new Array<number>(LATENCY_SLOTS).fill(0),
}

export function sumOf(rows: readonly Measured[]): Measured {
  const sum = (name: Exclude<keyof Measured, 'latency'>) =>
    rows.reduce((total, row) => total + row[name], 0)
  return {
    calls: sum('calls'),
    failed: sum('failed'),
    refused: sum('refused'),
    quota: sum('quota'),
    uncollected: sum('uncollected'),
    cost: sum('cost'),
    prompt_tokens: sum('prompt_tokens'),
    cached_tokens: sum('cached_tokens'),
    cache_write_tokens: sum('cache_write_tokens'),
    completion_tokens: sum('completion_tokens'),
    latency: NOTHING_USED.latency.map((_, slot) =>
      rows.reduce((total, row) => total + (row.latency[slot] ?? 0), 0),
    ),
  }
}
