import type { TriedStep } from '../../../server/services/database/try-migrations'
import { defineCommand } from '../../command/command'
import { placeOf, requireDatabase } from '../../gateway/database-place'
import { kindsOf, type View } from '../../output/output'
import { words } from '../../words'

const STEP_VIEW: View<TriedStep> = {
  columns: [
    { title: 'MIGRATION', value: 'migration' },
    {
      title: 'ROLLBACK',
      value: ({ additive }) => (additive ? words`program only` : words`needs the backup`),
      field: 'additive',
    },
    { title: 'STATEMENTS', value: 'statements', kind: 'number' },
    { title: 'MS', value: 'took_ms', kind: 'number' },
  ],
  fields: ['migration', 'additive', 'statements', 'took_ms', 'sql'],
  kinds: { additive: 'flag', sql: 'json' },
  quiet: ({ migration }) => migration,
}

export const dbMigrate = defineCommand({
  path: ['db', 'migrate'],
  localOnly: true,
  summary: 'bring the database to the schema of this program; a SQLite file is backed up first',
  flags: {
    'dry-run': {
      kind: 'switch',
      summary: 'migrate a copy, and print what is done and how long it takes',
    },
  },
  examples: ['gw --data /var/lib/gw db migrate', 'gw db migrate --dry-run'],
  json: { applied: 'list', ...kindsOf(STEP_VIEW) },
  run: async (context, { flags }) => {
    if (flags['dry-run'] === true) {
      requireDatabase(context)
      const { tryMigrations } = await import('../../../server/services/database/try-migrations')
      const { steps, copy_ms } = await context.progress('Migrating a copy', () =>
        tryMigrations(placeOf(context)),
      )
      context.output.list(steps, STEP_VIEW)
      if (copy_ms !== null) context.output.note(words`the backup before them takes ${copy_ms} ms`)
      return context.output.note('dry run: nothing was changed')
    }
    const applied = await context.migrate()
    const text = applied.length === 0 ? words`nothing to do` : applied.join('\n')
    if (applied.length > 0 || !context.output.mode.quiet) {
      context.output.value(text, { applied })
    }
  },
})
