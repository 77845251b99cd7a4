import { dirname, join, resolve } from 'node:path'
import { fileStamp } from '../../../server/domain/text/file-stamp'
import { requireFile } from '../../../server/services/database-place'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { placeOf, requireDatabase } from '../../gateway/database-place'

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
  json: { path: 'text' },
  run: async (context, { args }) => {
    const { clock, output } = context
    if (args.file === '-') throw new UsageError('a backup is a file: give its name')
    const file = requireFile(placeOf(context), 'pg_dump')
    const name = `backup-${fileStamp(clock.nowMs())}.db`
    const path = args.file === undefined ? join(dirname(file), name) : resolve(args.file)
    requireDatabase(context)
    const services = await context.services()
    await services.database.backUp(context.actor, path)
    output.value(path, { path })
    output.note('keep secret.key (or GW_SECRET_KEY) too: without it stored keys cannot be opened')
  },
})
