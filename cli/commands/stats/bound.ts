import type { CommandContext } from '../../command/context'
import { zonedTimeText } from '../../time-argument'
import { words } from '../../words'

/** Says so when there was too much to look through. */
export function warnOfBound(
  { output }: CommandContext,
  askedFrom: number | undefined,
  countedFrom: number,
): void {
  if (askedFrom === undefined || countedFrom <= askedFrom) return
  const since = zonedTimeText(new Date(countedFrom * 1000))
  output.warn(words`only calls since ${since} were counted`)
}
