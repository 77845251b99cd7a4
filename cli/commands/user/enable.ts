import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userEnable = defineCommand({
  path: ['user', 'enable'],
  summary: 'lift the ban of a user',
  args: [USER_ARGUMENT],
  examples: ['gw user enable ann'],
  json: USER_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    context.output.one(await services.users.enable(context.actor, id), USER_VIEW)
  },
})
