import type { Clock } from '../../clock'
import { monotonicMs } from '../../domain/time-source'

const EVERY_MS = 100

/** Reports how many seconds late each of its timers was; the returned function ends that. */
export function watchLoop(clock: Clock, late: (seconds: number) => void): () => void {
  let dueMs = monotonicMs(clock) + EVERY_MS
  const timer = setInterval(() => {
    const nowMs = monotonicMs(clock)
    late(Math.max(0, nowMs - dueMs) / 1000)
    dueMs = nowMs + EVERY_MS
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
