import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from './argument'

export const userErase = defineCommand({
  path: ['user', 'erase'],
  summary: 'erase the personal data of a deregistered user; money and history stay under a number',
  args: [USER_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw user erase 7 --yes'],
  json: { id: 'number' },
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id, username } = await services.users.show(args.user)
    await context.confirm(isAgreed(flags), words`Erase the personal data of ${username} for good?`)
    await context.attempt(flags, ({ users }) => users.erase(context.actor, id))
    context.output.value(String(id), { id })
  },
})
