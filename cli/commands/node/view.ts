import type { NodeJson } from '../../../server/domain/endpoints/node'
import type { View } from '../../output/output'

const NODE_FIELDS = [
  'id',
  'host',
  'version',
  'started_at',
  'seen_at',
  'is_alive',
  'draining',
  'in_flight',
  'calls_per_minute',
  'cpu_percent',
  'rss_bytes',
] as const satisfies readonly (keyof NodeJson)[]

const MEGABYTE = 1_000_000

export const NODE_VIEW: View<NodeJson> = {
  columns: [
    { title: 'ID', value: 'id' },
    { title: 'HOST', value: 'host' },
    { title: 'VERSION', value: 'version' },
    { title: 'STARTED', value: 'started_at', kind: 'time_s' },
    { title: 'ALIVE', value: 'is_alive', kind: 'flag' },
    { title: 'DRAINING', value: 'draining', kind: 'flag' },
    { title: 'IN FLIGHT', value: 'in_flight', kind: 'number' },
    { title: 'CALLS/MIN', value: 'calls_per_minute', kind: 'number' },
    { title: 'CPU %', value: 'cpu_percent', kind: 'number' },
    {
      title: 'MB',
      value: ({ rss_bytes }) => String(Math.round(rss_bytes / MEGABYTE)),
      kind: 'number',
    },
  ],
  fields: NODE_FIELDS,
  quiet: ({ id }) => id,
}

export const NODE_ARGUMENT = {
  name: 'node',
  summary: 'id as "gw node list" shows it, or its first characters',
} as const
