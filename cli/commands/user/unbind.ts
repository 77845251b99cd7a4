import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from './argument'

const METHODS = 'github, linuxdo, oidc, wechat, telegram, or the slug of an identity provider'

export const userUnbind = defineCommand({
  path: ['user', 'unbind'],
  summary: 'take a login at another service off a user, unless it is the only way in',
  args: [USER_ARGUMENT, { name: 'method', summary: METHODS }],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw user unbind ann github --yes'],
  json: { user_id: 'number', method: 'text' },
  run: async (context, { args: { user, method }, flags }) => {
    const services = await context.services()
    const { id: user_id, username } = await services.users.show(user)
    await context.confirm(isAgreed(flags), words`Take ${method} off ${username}?`)
    await context.attempt(flags, ({ logins }) =>
      logins.unbindOf(context.actor, { userId: user_id, method }),
    )
    context.output.value(String(user_id), { user_id, method })
  },
})
