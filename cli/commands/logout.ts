import { defineCommand } from '../command/command'
import { CommandFailure } from '../exit'
import { forgetLogin, loginPath } from '../runtime/stored-login'
import { words } from '../words'

export const logout = defineCommand({
  path: ['logout'],
  summary: 'remove the gateway saved by "gw login"',
  examples: ['gw logout'],
  async run(context) {
    if (!forgetLogin(context.env)) {
      throw new CommandFailure('login.absent', 'no gateway is remembered')
    }
    context.output.note(words`forgotten: ${loginPath(context.env)} is gone`)
  },
})
