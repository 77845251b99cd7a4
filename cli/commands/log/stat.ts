import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'
import { RANGE_FLAGS, rangeOf } from '../range-flags'
import { noteSources } from './sources-note'
import { LOG_FLAGS, logFilter } from './view'

interface ShownStat {
  readonly quota: number
  readonly rpm: number
  readonly tpm: number
}

const STAT_FIELDS = ['quota', 'rpm', 'tpm'] as const

const STAT_VIEW: View<ShownStat> = {
  columns: [
    { title: 'SPENT', value: 'quota', kind: 'credits' },
    { title: 'CALLS IN THE LAST MINUTE', value: 'rpm', kind: 'number' },
    { title: 'TOKENS IN THE LAST MINUTE', value: 'tpm', kind: 'number' },
  ],
  fields: STAT_FIELDS,
  quiet: ({ quota }) => String(quota),
}

const { type: _, ...FILTERS } = LOG_FLAGS

export const logStat = defineCommand({
  path: ['log', 'stat'],
  summary: 'what the calls that match cost together, and how many come per minute',
  flags: {
    ...FILTERS,
    ...RANGE_FLAGS,
  },
  examples: ['gw log stat --user ann --from 24h'],
  json: STAT_VIEW,
  reads: true,
  run: async (context, { flags }) => {
    const filter = logFilter({ ...flags, type: undefined })
    const { from, to } = rangeOf(context, flags)
    const services = await context.services()
    const stat = await services.logs.stat({ ...filter, from, to })
    context.output.one(stat, STAT_VIEW)
    noteSources(context, stat)
  },
})
