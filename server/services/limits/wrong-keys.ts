/** Wrong keys of callers whom nobody knows, counted by the network that they come from. */
import type { Limiter } from '../limiter/limiter'
import { networkOf } from '../limiter/network'
import type { WindowRule } from '../limiter/window'

/** Counts one from this address; seconds until it may be wrong again, 0 for at once. */
export function wrongKeyLimit(limiter: Limiter, rule: WindowRule): (ip: string) => Promise<number> {
  return async (ip) => {
    const taken = await limiter.take(networkOf(ip), rule)
    return taken.ok ? 0 : Math.ceil(taken.retryMs / 1000)
  }
}
