/** Calls that are refused have to say so. */
import type { Seen } from '../client'
import type { Tally } from '../tally'

/** Whatever is not complete has a status from 400 to 499 and says why. */
export function judgeRefused(tally: Tally, calls: readonly Seen[], invariant: string): void {
  for (const { isComplete, status, error, callId } of calls) {
    if (isComplete) continue
    const isClear = status >= 400 && status < 500 && error !== undefined
    const about = { what: `status ${status}, error ${error}`, calls: [callId] }
    tally.expect(isClear, invariant, about)
  }
}
