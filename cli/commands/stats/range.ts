import type { CommandContext } from '../../context'
import { momentText, pastSeconds } from '../../moment'
import { words } from '../../words'

/** The time that usage is asked for. */
export const RANGE_FLAGS = {
  from: {
    kind: 'text',
    value: 'TIME',
    summary: 'a span back such as 7d, today, yesterday, or a local date and time',
  },
  to: { kind: 'text', value: 'TIME', summary: 'likewise (default now)' },
} as const

interface RangeValues {
  readonly from: string | undefined
  readonly to: string | undefined
}

export function rangeOf(context: CommandContext, flags: RangeValues) {
  return {
    from: pastSeconds(context, 'from', flags.from),
    to: pastSeconds(context, 'to', flags.to),
  }
}

/** Says so when there was too much to look through. */
export function warnOfBound(
  { output }: CommandContext,
  askedFrom: number | undefined,
  countedFrom: number,
): void {
  if (askedFrom === undefined || countedFrom <= askedFrom) return
  const since = momentText(new Date(countedFrom * 1000))
  output.warn(words`only calls since ${since} were counted`)
}
