import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userPromote = defineCommand({
  path: ['user', 'promote'],
  summary: 'make an ordinary user an admin; the user has to sign in again',
  args: [USER_ARGUMENT],
  examples: ['gw user promote ann'],
  json: USER_VIEW,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    context.output.one(await services.users.promote(context.actor, id), USER_VIEW)
  },
})
