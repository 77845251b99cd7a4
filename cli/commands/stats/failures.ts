import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { warnOfBound } from './bound'

interface FailedHour {
  readonly created_at: number
  readonly count: number
}

const FAILURES_VIEW: View<FailedHour> = {
  columns: [
    { title: 'HOUR', value: 'created_at', kind: 'time_s' },
    { title: 'FAILED CALLS', value: 'count', kind: 'number' },
  ],
  fields: ['created_at', 'count'],
  quiet: ({ count }) => String(count),
}

export const statsFailures = defineList({
  path: ['stats', 'failures'],
  summary: 'failed calls by hour; the last day by default',
  flags: RANGE_FLAGS,
  examples: ['gw stats failures --from 7d', "gw stats failures --filter 'count>10' --json"],
  view: FAILURES_VIEW,
  rows: async (context, { flags }) => {
    const range = rangeOf(context, flags)
    const services = await context.services()
    const { counted_from, hours } = await services.dashboard.failures(range)
    warnOfBound(context, range.from, counted_from)
    return hours
  },
})
