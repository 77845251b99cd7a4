import { defineCommand } from '../command/command'
import { CommandFailure } from '../exit'
import { LOCAL, readContexts } from '../runtime/contexts'
import { words } from '../words'
import { CONTEXT_ARGUMENT, removeContext } from './context/stored'

export const logout = defineCommand({
  path: ['logout'],
  clientSide: true,
  summary: 'remove the current context and its access token from this machine',
  args: [{ ...CONTEXT_ARGUMENT, optional: true }],
  examples: ['gw logout', 'gw logout prod'],
  async run(context, { args }) {
    const { env, output } = context
    const name = args.context ?? readContexts(env).current
    if (name === LOCAL) throw new CommandFailure('login.absent', 'no gateway is remembered')
    const { url } = await removeContext(context, name)
    output.note(words`forgotten: ${url}`)
  },
})
