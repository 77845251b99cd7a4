/** What it cost a turn of a conversation that the cache of the turn before was not found. */
import type { Price } from '../money/price'
import { chargeFor } from '../money/quota'
import { totalCacheReadTokens, totalCacheWriteTokens, type Usage } from '../money/usage'

export interface LostCache {
  /** Tokens that the next turn may find in the cache. */
  readonly cachedTokens: number
  readonly lostTokens: number
  readonly lostCredits: number
}

interface Billed {
  readonly usage: Usage
  readonly price: Price
}

interface Before {
  readonly before: LostCache | undefined
  /** Seconds since the turn before began. */
  readonly gapSeconds: number
}

/** Caches of all vendors are kept at least this long after their last use. */
const KEPT_SECONDS = 300

/** A cache that may have run out was not lost: the conversation rested. */
export function lostCache(bill: Billed | undefined, { before, gapSeconds }: Before): LostCache {
  if (bill === undefined) {
    return { cachedTokens: before?.cachedTokens ?? 0, lostTokens: 0, lostCredits: 0 }
  }
  const { usage, price } = bill
  const read = totalCacheReadTokens(usage)
  const written = totalCacheWriteTokens(usage)
  const cachedTokens = read + written
  const known = before?.cachedTokens ?? 0
  // Whoever shortens a conversation has less to find again.
  const most = usage.promptTokens + usage.cacheWriteTokens
  const lostTokens = gapSeconds > KEPT_SECONDS ? 0 : Math.min(most, Math.max(0, known - read))
  if (lostTokens === 0) return { cachedTokens, lostTokens: 0, lostCredits: 0 }
  const fromWrites = Math.min(lostTokens, usage.cacheWriteTokens)
  const found = {
    ...usage,
    cacheWriteTokens: usage.cacheWriteTokens - fromWrites,
    promptTokens: usage.promptTokens - (lostTokens - fromWrites),
    cacheReadTokens: usage.cacheReadTokens + lostTokens,
  }
  const lostCredits = Math.max(0, chargeFor(usage, price) - chargeFor(found, price))
  return { cachedTokens, lostTokens, lostCredits }
}
