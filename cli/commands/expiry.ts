import { nowSeconds } from '../../server/clock'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import { instantSeconds, spanSeconds } from '../time-argument'

/** Epoch seconds from `never`, `90m`, `12h`, `30d`, epoch seconds, or an ISO date and time. */
export function expiryFrom(context: CommandContext, given: string): number {
  const text = given.trim()
  if (text === 'never' || text === '-1') {
    return -1
  }
  const span = spanSeconds(text)
  const atSeconds = nowSeconds(context.clock)
  const seconds = span === undefined ? instantSeconds(text, atSeconds) : atSeconds + span
  if (seconds === undefined) {
    throw new UsageError('--expires must be never, a span such as 30d, or a date and time')
  }
  return seconds
}
