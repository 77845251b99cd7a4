import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userDisable = defineCommand({
  path: ['user', 'disable'],
  summary: 'ban a user: calls and sign-ins are refused immediately',
  args: [USER_ARGUMENT],
  examples: ['gw user disable ann'],
  json: USER_VIEW.fields,
  run: async (context, { args }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    context.output.one(await services.users.disable(context.actor, id), USER_VIEW)
  },
})
