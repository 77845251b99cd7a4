import { defineCommand } from '../../command/command'
import { CONTEXT_ARGUMENT, useContext } from './stored'

export const contextUse = defineCommand({
  path: ['context', 'use'],
  clientSide: true,
  summary: 'make a context the current one, until another is',
  args: [CONTEXT_ARGUMENT],
  examples: ['gw context use prod', 'gw context use local'],
  json: { name: 'text' },
  run: async ({ env, output }, { args: { context: name } }) => {
    useContext(env, name)
    output.value(name, { name })
  },
})
