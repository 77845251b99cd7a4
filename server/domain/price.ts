/**
 * Ratios frozen for one call, so that an admin editing prices mid-stream cannot change a
 * bill already promised. Ratios are plain decimals as the operator wrote them; arithmetic on
 * them is exact and lives in `quota.ts`.
 */
/** A cache that is kept for an hour costs 2 × input to fill, one of five minutes 1.25 ×. */
export const LONG_CACHE_WRITE_FACTOR = 1.6

/** Dollars for one search that a vendor makes for its model. */
export const WEB_SEARCH_USD = 0.01

export interface Price {
  readonly mode: 'per-token' | 'per-call'
  /** 1 = 1 credit per prompt token = $0.002 per 1000. 0 in per-call mode. */
  readonly modelRatio: number
  readonly completionRatio: number
  readonly cacheRatio: number
  readonly cacheWriteRatio: number
  readonly audioRatio: number
  readonly audioCompletionRatio: number
  /** Dollars per call; -1 in per-token mode, as the wire has it. */
  readonly modelPrice: number
  readonly groupRatio: number
}
