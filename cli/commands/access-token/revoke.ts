import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from '../user/argument'

export const accessTokenRevoke = defineCommand({
  path: ['access-token', 'revoke'],
  summary: 'end the system access token of a user',
  args: [USER_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw access-token revoke ann --yes'],
  json: ['user_id'],
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: user_id, username } = await services.users.show(args.user)
    await context.confirm(isAgreed(flags), words`End the system access token of ${username}?`)
    await context.attempt(flags, ({ accessTokens }) =>
      accessTokens.removeOf(context.actor, user_id),
    )
    context.output.value(String(user_id), { user_id })
  },
})
