import { defineCommand } from '../../command'
import { USER_ARGUMENT } from './argument'
import { USER_FIELDS, USER_VIEW } from './view'

export const userDelete = defineCommand({
  path: ['user', 'delete'],
  summary: 'deregister a user for good: tokens are revoked, name and history stay',
  args: [USER_ARGUMENT],
  flags: { yes: { kind: 'switch', summary: 'do not ask' } },
  examples: ['gw user delete ann', 'gw user delete ann --yes'],
  json: USER_FIELDS,
  run: async (context, { args, flags }) => {
    const services = await context.services()
    const { id, username } = await services.users.show(args.user)
    await context.confirm(flags.yes, `Deregister ${username} for good?`)
    await services.users.remove(context.actor, id)
    context.output.one(await services.users.show(id), USER_VIEW)
  },
})
