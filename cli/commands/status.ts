import { version } from '../../package.json'
import { nowSeconds } from '../../server/clock'
import { defineCommand } from '../command/command'
import type { View } from '../output/output'
import { words } from '../words'

interface ShownStatus {
  readonly version: string
  readonly serving: boolean
  readonly database: string
  readonly users: number
  readonly channels: number
  readonly tokens: number
  /** The settings that `/api/status` shows to visitors. */
  readonly options: Readonly<Record<string, unknown>>
}

const STATUS_FIELDS = [
  'version',
  'serving',
  'database',
  'users',
  'channels',
  'tokens',
  'options',
] as const satisfies readonly (keyof ShownStatus)[]

const STATUS_VIEW: View<ShownStatus> = {
  columns: [
    { title: 'VERSION', value: 'version' },
    {
      title: 'SERVER',
      value: ({ serving }) => (serving ? words`running` : words`not running here`),
    },
    { title: 'DATABASE', value: 'database' },
    { title: 'USERS', value: 'users', kind: 'number' },
    { title: 'CHANNELS', value: 'channels', kind: 'number' },
    { title: 'TOKENS', value: 'tokens', kind: 'number' },
  ],
  kinds: { serving: 'flag', options: 'json' },
  fields: STATUS_FIELDS,
  quiet: ({ serving }) => (serving ? 'serving' : 'stopped'),
}

const COUNTED = { page_size: 1 }

export const status = defineCommand({
  path: ['status'],
  summary: 'show database and server health, row counts and the public notice',
  examples: ['gw status', 'gw status --json | jq .options.system_name'],
  json: STATUS_VIEW,
  reads: true,
  run: async (context) => {
    const services = await context.services()
    await services.site.test()
    const startTime = nowSeconds(context.clock)
    const { start_time: _, ...options } = await services.site.status({ version, startTime })
    const [users, channels, tokens] = await Promise.all([
      services.users.list(COUNTED),
      services.channels.list(COUNTED),
      services.tokens.list(COUNTED),
    ])
    const { kind } = await context.db()
    const counts = { users: users.total, channels: channels.total, tokens: tokens.total }
    const serving = await context.isServing()
    context.output.one({ version, serving, database: kind, ...counts, options }, STATUS_VIEW)
  },
})
