import { GatewayError } from '../../../server/domain/errors/gateway-error'
import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from '../user/argument'

export const accessTokenRevoke = defineCommand({
  path: ['access-token', 'revoke'],
  summary: 'end an access token of a user: the system one, or one of "access-token list"',
  args: [USER_ARGUMENT],
  flags: {
    token: { kind: 'text', value: 'NAME', summary: 'by its id or name' },
    ...YES_FLAG,
    ...DRY_RUN_FLAG,
  },
  examples: ['gw access-token revoke ann --yes', 'gw access-token revoke ann --token deploy --yes'],
  json: { user_id: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id: user_id, username } = await services.users.show(args.user)
    const { token } = flags
    if (token === undefined) {
      await context.confirm(isAgreed(flags), words`End the system access token of ${username}?`)
      await context.attempt(flags, ({ accessTokens }) =>
        accessTokens.removeOf(context.actor, user_id),
      )
    } else {
      const rows = await services.accessTokens.list(user_id)
      const row = rows.find(({ id, name }) => String(id) === token || name === token)
      if (row === undefined) throw new GatewayError('access_token.not_found')
      await context.confirm(isAgreed(flags), words`End ${row.name} of ${username}?`)
      await context.attempt(flags, ({ accessTokens }) =>
        accessTokens.revokeOf(context.actor, { userId: user_id, id: row.id }),
      )
    }
    context.output.value(String(user_id), { user_id })
  },
})
