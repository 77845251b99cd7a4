/** What the questions to an upstream are given, and what comes of them. */
import type { Usage } from '../money/usage'
import type { Observed } from './observed'

export interface VerifyOrder {
  /** As clients ask for it. */
  readonly model: string
  readonly contextTokens: number
  readonly isMakersName: boolean
  readonly isCached: boolean
  /** Dollars; no question is sent once they are spent. */
  readonly maxUsd: number
  readonly costOf: (usage: Usage) => number
}

export interface Verified {
  readonly seen: Observed
  readonly asked: number
  readonly spentUsd: number
}
