import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'

type LogStorage = Awaited<ReturnType<Services['logs']['storage']>>[number]

const STATES: Readonly<Record<LogStorage['state'], string>> = {
  open: 'open',
  copying: 'being copied',
  moved: 'moved, not yet deleted from the database',
  alone: 'moved',
  missing: 'file missing',
  unreachable: 'does not answer',
}

const FIELDS = ['name', 'state', 'from', 'rows', 'bytes', 'file'] as const

const VIEW: View<LogStorage> = {
  columns: [
    { title: 'NAME', value: 'name' },
    { title: 'STATE', field: 'state', value: ({ state }) => STATES[state], kind: 'word' },
    { title: 'FROM', value: 'from', kind: 'time_s' },
    { title: 'ROWS', value: 'rows', kind: 'number' },
    { title: 'BYTES', value: 'bytes', kind: 'number' },
    { title: 'FILE', value: 'file', isMinor: true },
  ],
  fields: FIELDS,
  quiet: ({ name }) => name,
}

export const logStorage = defineCommand({
  path: ['log', 'storage'],
  summary: 'where the log is stored: in the database, in files of past months, in ClickHouse',
  examples: ['gw log storage', 'gw option set LogMonthFiles true && gw job run log-months'],
  json: VIEW,
  reads: true,
  run: async (context) => {
    const { logs } = await context.services()
    context.output.list(await logs.storage(), VIEW)
  },
})
