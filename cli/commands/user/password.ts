import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userPassword = defineCommand({
  path: ['user', 'password'],
  summary: 'set the password of a user and end all sign-ins',
  args: [USER_ARGUMENT],
  flags: {
    password: {
      kind: 'text',
      summary: 'password; "-" reads it from stdin; GW_USER_PASSWORD in the environment works too',
    },
  },
  examples: ['gw user password root --password - < password.txt'],
  json: USER_VIEW,
  run: async (context, { args, flags }) => {
    const password = await context.secret(flags.password, 'GW_USER_PASSWORD')
    if (password === undefined) {
      throw new UsageError('give --password, or --password - with the password on stdin')
    }
    const services = await context.services()
    const { id } = await services.users.show(args.user)
    const user = await services.users.setPassword(context.actor, { id, password })
    context.output.one(user, USER_VIEW)
  },
})
