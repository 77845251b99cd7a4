import type { CommandContext } from '../command/context'
import { pastSeconds } from '../time-argument'

/** The time range of the rows. */
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

/** Epoch seconds; `undefined` where an end is open. */
export function rangeOf(context: CommandContext, flags: RangeValues) {
  return {
    from: pastSeconds(context, 'from', flags.from),
    to: pastSeconds(context, 'to', flags.to),
  }
}
