import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from '../user/argument'

export const accessTokenReset = defineCommand({
  path: ['access-token', 'reset'],
  localOnly: true,
  summary: 'give a user a new system access token; it is printed this once, the old one ends',
  args: [USER_ARGUMENT],
  examples: ['TOKEN=$(gw access-token reset root)'],
  json: { user_id: 'number', access_token: 'text' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id: user_id } = await services.users.show(args.user)
    const access_token = await services.accessTokens.resetOf(context.actor, user_id)
    context.output.value(access_token, { user_id, access_token })
  },
})
