import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { USER_ARGUMENT } from '../user/argument'
import { roleNamed } from './named'

const NONE = 'none'

export const roleAssign = defineCommand({
  path: ['role', 'assign'],
  summary: 'give a user a role; ends the sign-ins',
  args: [USER_ARGUMENT, { name: 'role', summary: 'id or name; "none" takes it away' }],
  examples: ['gw role assign ann Auditor', 'gw role assign ann none'],
  json: { user_id: 'number', role_id: 'number' },
  run: async (context, { args }) => {
    const services = await context.services()
    const { id: user_id, username } = await services.users.show(args.user)
    const role = args.role === NONE ? undefined : await roleNamed(services, args.role)
    const role_id = role?.id ?? 0
    await services.roles.assign(context.actor, { userId: user_id, roleId: role_id })
    const message =
      role === undefined ? words`${username} has no custom role` : words`${username}: ${role.name}`
    context.output.value(message, { user_id, role_id })
  },
})
