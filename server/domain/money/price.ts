import type { UnitName } from '../units'

/**
 * Ratios frozen for one call, so that an admin editing prices mid-stream cannot change a
 * bill already promised. Ratios are plain decimals as the operator wrote them; arithmetic on
 * them is exact and lives in `quota.ts`.
 */
export interface Price extends Rates {
  readonly mode: 'per-token' | 'per-call'
  /** Dollars per call; -1 in per-token mode, as the wire has it. */
  readonly modelPrice: number
  readonly groupRatio: number
  /** Its row prices units and no prompt token: units that it leaves out cost nothing. */
  readonly byUnit?: true
  /** Other rates for calls that read more than so many tokens, the lowest bound first. */
  readonly steps?: readonly PriceStep[]
  /** By the part of the tier that the upstream served, what the whole bill is multiplied by. */
  readonly tiers?: Readonly<Record<string, number>>
  /** The factor of the tier that was served; absent is 1. */
  readonly tierFactor?: number
}

/** What units cost. */
export interface Rates {
  /** 1 = 1 credit per prompt token = $0.002 per 1000. 0 in per-call mode. */
  readonly modelRatio: number
  readonly completionRatio: number
  readonly cacheRatio: number
  readonly cacheWriteRatio: number
  readonly audioRatio: number
  readonly audioCompletionRatio: number
  /** Absent is 1: an image is read at the price of text. */
  readonly imageRatio?: number
  /** Prices that no ratio gives, in dollars for as many as the unit's row says. */
  readonly usd?: UnitPrices
}

export type UnitPrices = Readonly<Partial<Record<UnitName, number>>>

export interface PriceStep {
  /** Tokens read, cached ones included, above which these rates are in force. */
  readonly above: number
  readonly rates: Rates
}
