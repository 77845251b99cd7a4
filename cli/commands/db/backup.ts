import { dirname, join, resolve } from 'node:path'
import { fileStamp } from '../../../server/domain/text/file-stamp'
import { requireFile } from '../../../server/services/database-place'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { placeOf, requireDatabase } from '../../gateway/database-place'
import { words } from '../../words'

export const dbBackup = defineCommand({
  path: ['db', 'backup'],
  localOnly: true,
  summary: 'write a consistent copy of the database, also while a server runs',
  args: [
    {
      name: 'file',
      summary: 'path of the copy; must not exist (default: backup-<UTC time>.db next to it)',
      optional: true,
    },
  ],
  examples: ['gw db backup', 'gw db backup gw-$(date +%F).db'],
  json: { path: 'text', months: 'list' },
  run: async (context, { args }) => {
    const { clock, output } = context
    if (args.file === '-') throw new UsageError('a backup is a file: give its name')
    const file = requireFile(placeOf(context), 'pg_dump')
    const name = `backup-${fileStamp(clock.nowMs())}.db`
    const path = args.file === undefined ? join(dirname(file), name) : resolve(args.file)
    requireDatabase(context)
    const services = await context.services()
    const { months, missing } = await services.database.backUp(context.actor, path)
    output.value(path, { path, months })
    const logs = join(dirname(path), 'logs')
    if (months.length > 0) output.note(words`the log of ${months.length} past months is in ${logs}`)
    if (missing.length > 0) output.note(words`without the log of ${missing.join(', ')}: no file`)
    output.note('keep secret.key (or GW_SECRET_KEY) too: without it stored keys cannot be opened')
  },
})
