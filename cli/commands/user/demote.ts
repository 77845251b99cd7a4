import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userDemote = defineCommand({
  path: ['user', 'demote'],
  summary: 'make an admin an ordinary user; the user has to sign in again',
  args: [USER_ARGUMENT],
  examples: ['gw user demote ann'],
  json: USER_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    context.output.one(await services.users.demote(context.actor, id), USER_VIEW)
  },
})
