import { resolve } from 'node:path'
import { defineCommand } from '../../command'

export const dbBackup = defineCommand({
  path: ['db', 'backup'],
  summary: 'write a consistent copy of the database, also while a server runs',
  args: [{ name: 'file', summary: 'path of the copy; it must not exist' }],
  examples: ['gw db backup gw-$(date +%F).db'],
  run: async (context, { args }) => {
    const path = resolve(args.file)
    const services = await context.services()
    await services.database.backUp(context.actor, path)
    context.output.value(path, { path })
  },
})
