import type { Services } from '../../../server/services/create-services'
import { defineCommand } from '../../command/command'
import type { View } from '../../output/output'

type LogPlace = Awaited<ReturnType<Services['logs']['places']>>[number]

const STATES: Readonly<Record<LogPlace['state'], string>> = {
  open: 'open',
  copying: 'being copied',
  moved: 'moved, not yet deleted from the database',
  alone: 'moved',
  missing: 'file missing',
}

const FIELDS = ['place', 'state', 'from', 'rows', 'bytes', 'file'] as const

const VIEW: View<LogPlace> = {
  columns: [
    { title: 'PLACE', value: 'place' },
    { title: 'STATE', field: 'state', value: ({ state }) => STATES[state], kind: 'word' },
    { title: 'FROM', value: 'from', kind: 'time_s' },
    { title: 'ROWS', value: 'rows', kind: 'number' },
    { title: 'BYTES', value: 'bytes', kind: 'number' },
    { title: 'FILE', value: 'file', isMinor: true },
  ],
  fields: FIELDS,
  quiet: ({ place }) => place,
}

export const logPlaces = defineCommand({
  path: ['log', 'places'],
  summary: 'where the log is stored: in the database, and past months in files of their own',
  examples: ['gw log places', 'gw option set LogMonthFiles true && gw job run log-months'],
  json: VIEW,
  reads: true,
  run: async (context) => {
    const { logs } = await context.services()
    context.output.list(await logs.places(), VIEW)
  },
})
