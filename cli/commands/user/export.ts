import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'

export const userExport = defineCommand({
  path: ['user', 'export'],
  summary: 'print everything that is kept of a user, a JSON object a line; no keys',
  args: [USER_ARGUMENT],
  examples: ['gw user export ann > ann.ndjson'],
  json: { table: 'text' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    for await (const line of services.users.personalLines(context.actor, id)) {
      context.output.write(`${JSON.stringify(line)}\n`)
    }
  },
})
