import { contextName } from '../../admin/log-in'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { readContexts, writeContexts } from '../../runtime/contexts'
import { words } from '../../words'
import { CONTEXT_ARGUMENT, storedContext } from './stored'

export const contextRename = defineCommand({
  path: ['context', 'rename'],
  elsewhere: true,
  summary: 'give a context another name',
  args: [CONTEXT_ARGUMENT, { name: 'name', summary: 'what the context is called' }],
  examples: ['gw context rename gateway.example.com prod'],
  json: ['name'],
  run: async ({ env, output }, { args }) => {
    const stored = storedContext(env, args.context)
    const name = contextName(args.name)
    const { current, contexts } = readContexts(env)
    if (Object.hasOwn(contexts, name)) {
      throw new UsageError(words`there is a context ${name} already; remove or rename it first`)
    }
    const { [args.context]: _, ...others } = contexts
    writeContexts(env, {
      current: current === args.context ? name : current,
      contexts: { ...others, [name]: stored },
    })
    output.value(name, { name })
  },
})
