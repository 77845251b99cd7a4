import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userShow = defineCommand({
  path: ['user', 'show'],
  summary: 'show one user',
  args: [USER_ARGUMENT],
  examples: ['gw user show root --json'],
  json: USER_VIEW.fields,
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    context.output.one(await services.users.show(args.user), USER_VIEW)
  },
})
