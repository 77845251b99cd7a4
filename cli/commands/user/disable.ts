import { defineCommand } from '../../command/command'
import { expiryFrom } from '../expiry'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userDisable = defineCommand({
  path: ['user', 'disable'],
  summary: 'ban a user: calls and sign-ins are refused immediately',
  args: [USER_ARGUMENT],
  flags: {
    until: { kind: 'text', value: 'TIME', summary: '30d, 12h or a date; for good without' },
    reason: { kind: 'text', summary: 'told to whoever is banned' },
  },
  examples: ['gw user disable ann', 'gw user disable ann --until 7d --reason "unpaid"'],
  json: USER_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    const until = flags.until === undefined ? 0 : expiryFrom(context, flags.until)
    const ban = { id, until: Math.max(0, until), reason: flags.reason }
    context.output.one(await services.users.ban(context.actor, ban), USER_VIEW)
  },
})
