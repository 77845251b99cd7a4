import { defineCommand } from '../../command/command'
import { USER_ARGUMENT } from '../user/argument'

export const sessionRevoke = defineCommand({
  path: ['session', 'revoke'],
  summary: 'sign a user out everywhere; tokens keep working',
  args: [USER_ARGUMENT],
  flags: { session: { kind: 'text', value: 'ID', summary: 'only this one of "session list"' } },
  examples: ['gw session revoke ann', 'gw session revoke ann --session 3f6a0c1d2b4e5f60'],
  json: { id: 'number', ended: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    if (flags.session === undefined) {
      const ended = await services.sessions.endAll(context.actor, id)
      context.output.value(String(ended), { id, ended })
      return
    }
    await services.sessions.revokeOf(context.actor, { userId: id, id: flags.session })
    context.output.value('1', { id, ended: 1 })
  },
})
