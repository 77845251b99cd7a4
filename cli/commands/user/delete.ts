import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { DRY_RUN_FLAG, isAgreed, YES_FLAG } from '../careful-flags'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userDelete = defineCommand({
  path: ['user', 'delete'],
  summary: 'deregister a user for good: tokens are revoked, name and history stay',
  args: [USER_ARGUMENT],
  flags: { ...YES_FLAG, ...DRY_RUN_FLAG },
  examples: ['gw user delete ann', 'gw user delete ann --dry-run', 'gw user delete ann --yes'],
  json: USER_VIEW,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id, username } = await services.users.show(args.user)
    await context.confirm(isAgreed(flags), words`Deregister ${username} for good?`)
    const deleted = await context.attempt(flags, async ({ users }) => {
      await users.remove(context.actor, id)
      return await users.show(id)
    })
    context.output.one(deleted, USER_VIEW)
  },
})
