import { defineCommand } from '../../command'
import { USER_ARGUMENT } from '../user/argument'

export const accessTokenRevoke = defineCommand({
  path: ['access-token', 'revoke'],
  summary: 'end the system access token of a user',
  args: [USER_ARGUMENT],
  examples: ['gw access-token revoke ann'],
  json: ['user_id'],
  run: async (context, { args }) => {
    const services = await context.services()
    const { id: user_id } = await services.users.show(args.user)
    await services.accessTokens.removeOf(context.actor, user_id)
    context.output.value(String(user_id), { user_id })
  },
})
