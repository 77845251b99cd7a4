import { defineCommand } from '../../command/command'
import { words } from '../../words'
import { USER_ARGUMENT } from './argument'
import { USER_VIEW } from './view'

export const userShow = defineCommand({
  path: ['user', 'show'],
  summary: 'show one user',
  args: [USER_ARGUMENT],
  examples: ['gw user show root --json'],
  json: USER_VIEW,
  reads: true,
  run: async (context, { args }) => {
    const services = await context.services()
    const user = await services.users.show(args.user)
    context.output.one(user, USER_VIEW)
    for (const { name, subject } of await services.logins.bindings(user.id)) {
      context.output.note(words`known as ${subject} at ${name}`)
    }
  },
})
