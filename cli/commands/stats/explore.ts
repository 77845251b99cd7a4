import {
  USAGE_GROUP_NAMES,
  USAGE_MEASURE_NAMES,
  USAGE_WINDOW_NAMES,
  type UsageGroup,
} from '../../../server/domain/usage/explore'
import type { Services } from '../../../server/services/create-services'
import { defineList } from '../../command/list-command'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { words } from '../../words'

type Group = Awaited<ReturnType<Services['usage']['explore']>>['groups'][number]
type Row = Group['total'] & { readonly name: string; readonly value: number | null }

const FIELDS = [
  ...(['name', 'value', 'calls', 'failed', 'refused', 'quota', 'uncollected', 'cost'] as const),
  ...(['prompt_tokens', 'cached_tokens', 'cache_write_tokens', 'completion_tokens'] as const),
  ...(['p50_ms', 'p95_ms', 'p99_ms'] as const),
] as const satisfies readonly (keyof Row)[]

const VIEW: View<Row> = {
  columns: [
    { title: 'NAME', value: 'name' },
    { title: 'CALLS', value: 'calls', kind: 'number' },
    { title: 'FAILED', value: 'failed', kind: 'number' },
    { title: 'INPUT', value: 'prompt_tokens', kind: 'number' },
    { title: 'CACHED', value: 'cached_tokens', kind: 'number' },
    { title: 'OUTPUT', value: 'completion_tokens', kind: 'number' },
    { title: 'P95 MS', value: 'p95_ms', kind: 'number' },
    { title: 'USD', value: 'quota', kind: 'credits' },
    { title: 'COST USD', value: 'cost', kind: 'credits' },
  ],
  kinds: { value: 'number', refused: 'number', uncollected: 'credits' },
  fields: FIELDS,
  quiet: ({ name }) => name,
}

const MOST_GROUPS = 1000

export const statsExplore = defineList({
  path: ['stats', 'explore'],
  summary: 'usage of a time by model, channel, user, token, group or client; the largest first',
  flags: {
    by: { kind: 'text', choices: USAGE_GROUP_NAMES, summary: 'groups by these (default model)' },
    within: { kind: 'text', choices: USAGE_GROUP_NAMES, summary: 'and within them by these' },
    metric: { kind: 'text', choices: USAGE_MEASURE_NAMES, summary: 'order and value (spend)' },
    window: { kind: 'text', choices: USAGE_WINDOW_NAMES, summary: 'time range (default 24h)' },
    only: {
      kind: 'texts',
      value: 'GROUP=VALUE',
      summary: 'only such usage, by name of a model, group or client, or by id; may be repeated',
    },
  },
  examples: ['gw stats explore --by client', 'gw stats explore --by user --window 30d --json'],
  view: VIEW,
  rows: async (context, { flags }) => {
    const services = await context.services()
    const by = [groupNamed(flags.by) ?? 'model', groupNamed(flags.within)]
    const { groups } = await services.usage.explore({
      measure: USAGE_MEASURE_NAMES.find((name) => name === flags.metric) ?? 'spend',
      window: USAGE_WINDOW_NAMES.find((name) => name === flags.window) ?? '24h',
      by: [...new Set(by)].filter((name) => name !== undefined),
      only: onlyOf(flags.only ?? []),
      top: MOST_GROUPS,
      shift: -new Date(context.clock.nowMs()).getTimezoneOffset() * 60,
    })
    return groups.map(({ keys, total, value }) => ({
      ...total,
      name: keys.map(({ key, name }) => name || key || '-').join(' / '),
      value,
    }))
  },
})

function groupNamed(text: string | undefined): UsageGroup | undefined {
  return USAGE_GROUP_NAMES.find((name) => name === text)
}

/** Throws `usage` for a pair whose group nobody knows. */
function onlyOf(pairs: readonly string[]): Partial<Record<UsageGroup, string>> {
  const only: Partial<Record<UsageGroup, string>> = {}
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    const group = groupNamed(pair.slice(0, Math.max(0, at)))
    if (group === undefined) throw new UsageError(words`--only takes GROUP=VALUE, not ${pair}`)
    only[group] = [only[group], pair.slice(at + 1)].filter(Boolean).join(',')
  }
  return only
}
