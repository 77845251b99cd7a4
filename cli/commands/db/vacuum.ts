import type { VacuumOutcome } from '../../../server/services/database/vacuum'
import { defineCommand } from '../../command/command'
import { placeOf } from '../../gateway/database-place'
import type { View } from '../../output/output'

const VACUUM_FIELDS = [
  'bytes_before',
  'bytes_after',
  'bytes_freed',
  'bytes_unused',
] as const satisfies readonly (keyof VacuumOutcome)[]

const VACUUM_VIEW: View<VacuumOutcome> = {
  columns: [
    { title: 'BEFORE', value: 'bytes_before', kind: 'number' },
    { title: 'AFTER', value: 'bytes_after', kind: 'number' },
    { title: 'FREED', value: 'bytes_freed', kind: 'number' },
    { title: 'UNUSED', value: 'bytes_unused', kind: 'number' },
  ],
  fields: VACUUM_FIELDS,
  quiet: ({ bytes_freed }) => String(bytes_freed),
}

export const dbVacuum = defineCommand({
  path: ['db', 'vacuum'],
  localOnly: true,
  summary: 'give the space of deleted rows back to the disk, also while a server runs; in bytes',
  flags: {
    full: {
      kind: 'switch',
      summary: 'rewrite the file (no server may run; needs as much free disk space)',
    },
  },
  examples: ['gw db vacuum', 'gw db vacuum --full --json'],
  json: VACUUM_VIEW,
  run: async (context, { flags }) => {
    const { vacuumDatabase } = await import('../../../server/services/database/vacuum')
    const outcome = await vacuumDatabase(placeOf(context), { full: flags.full === true })
    context.output.one(outcome, VACUUM_VIEW)
  },
})
