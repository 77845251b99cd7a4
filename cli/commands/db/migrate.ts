import { defineCommand } from '../../command/command'
import { words } from '../../words'

export const dbMigrate = defineCommand({
  path: ['db', 'migrate'],
  localOnly: true,
  summary: 'bring the database to the schema of this program; a SQLite file is backed up first',
  examples: ['gw --data /var/lib/gw db migrate'],
  run: async (context) => {
    const applied = await context.migrate()
    const text = applied.length === 0 ? words`nothing to do` : applied.join('\n')
    if (applied.length > 0 || !context.output.mode.quiet) {
      context.output.value(text, { applied })
    }
  },
})
