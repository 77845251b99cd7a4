import { defineCommand } from '../../command/command'
import { CONTEXT_ARGUMENT, removeContext } from './stored'

export const contextRemove = defineCommand({
  path: ['context', 'remove'],
  clientSide: true,
  summary: 'remove a context and its access token from this machine',
  args: [CONTEXT_ARGUMENT],
  examples: ['gw context remove prod'],
  json: { name: 'text' },
  run: async (context, { args: { context: name } }) => {
    await removeContext(context, name)
    context.output.value(name, { name })
  },
})
