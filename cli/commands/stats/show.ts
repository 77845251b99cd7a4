import { STAT_RANGES, SUBJECT_KINDS } from '../../../server/domain/logs/rollups'
import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import type { View } from '../../output/output'

type Shown = Awaited<ReturnType<Services['rollups']['show']>>['buckets'][number]

const FIELDS = [
  'at',
  'calls',
  'failed',
  'refused',
  'p50_ms',
  'p95_ms',
  'tokens',
  'quota',
] as const satisfies readonly (keyof Shown)[]

const VIEW: View<Shown> = {
  columns: [
    { title: 'BEGINS', value: 'at', kind: 'time_s' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'FAILED', value: 'failed', kind: 'number' },
    { title: 'REFUSED', value: 'refused', kind: 'number' },
    { title: 'P50 MS', value: 'p50_ms', kind: 'number' },
    { title: 'P95 MS', value: 'p95_ms', kind: 'number' },
    { title: 'TOKENS', value: 'tokens', kind: 'number' },
    { title: 'SPENT', value: 'quota', kind: 'credits' },
  ],
  fields: FIELDS,
  quiet: ({ calls }) => String(calls),
}

export const statsShow = defineList({
  path: ['stats', 'show'],
  summary: 'calls, failures, waiting times and spend of one channel, token, user or model',
  args: [
    { name: 'kind', choices: SUBJECT_KINDS, summary: 'what it is' },
    { name: 'subject', summary: 'its id, or the name of a model' },
  ],
  flags: {
    range: {
      kind: 'text',
      choices: STAT_RANGES,
      summary: 'how far back (default day): by the minute, by the hour, by six hours, by the day',
    },
  },
  examples: ['gw stats show channel 3', 'gw stats show model gpt-4o --range month --json'],
  view: VIEW,
  rows: async (context, { args, flags }) => {
    const { clock } = context
    const services = await context.services()
    const { buckets } = await services.rollups.show({
      kind: SUBJECT_KINDS.find((kind) => kind === args.kind) ?? 'channel',
      subject: args.subject,
      range: STAT_RANGES.find((range) => range === flags.range) ?? 'day',
      shift: -new Date(clock.nowMs()).getTimezoneOffset() * 60,
      language: context.language,
    })
    return buckets
  },
})
