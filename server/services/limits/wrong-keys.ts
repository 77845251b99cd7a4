/** Wrong keys of callers whom nobody knows, counted by the network that they come from. */
import type { Clock } from '../../clock'
import { networkOf } from '../limiter/network'
import { createWindowLimiter, type WindowRule } from '../limiter/window'

/** Networks that are remembered; beyond this the one that was quiet longest is forgotten. */
const MOST_NETWORKS = 10_000

/** Counts one from this address; seconds until it may be wrong again, 0 for at once. */
export function wrongKeyLimit(clock: Clock, rule: WindowRule): (ip: string) => number {
  const windows = createWindowLimiter({ clock, maxKeys: MOST_NETWORKS })
  return (ip) => {
    const taken = windows.take(networkOf(ip), rule)
    return taken.ok ? 0 : Math.ceil(taken.retryMs / 1000)
  }
}
