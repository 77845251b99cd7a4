/** When prices begin. */
import { type Clock, nowSeconds } from '../../../server/clock'
import { UsageError } from '../../exit'
import { instantSeconds, spanSeconds } from '../../time-argument'
import { words } from '../../words'

export const AT_FLAG = {
  at: { kind: 'text', value: 'TIME', summary: 'when they begin: a date and time, or a span (2h)' },
} as const

/** Epoch seconds; `undefined` for at once. */
export function beginOf(given: string | undefined, clock: Clock): number | undefined {
  if (given === undefined) return undefined
  const now = nowSeconds(clock)
  const span = spanSeconds(given)
  const instant = span === undefined ? instantSeconds(given, now) : now + span
  if (instant === undefined || instant <= now) {
    throw new UsageError(words`--at must be a time to come, not ${given}`)
  }
  return instant
}
