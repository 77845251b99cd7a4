import { keepContext } from '../../admin/keep-context'
import { contextName, LOGIN_FLAGS, logIn } from '../../admin/log-in'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { webAddress } from '../../runtime/chosen-gateway'
import { readContexts } from '../../runtime/contexts'
import { words } from '../../words'

export const contextAdd = defineCommand({
  path: ['context', 'add'],
  clientSide: true,
  summary: 'log in to one more gateway without making it the current context',
  args: [
    { name: 'name', summary: 'what the context is called' },
    { name: 'url', summary: 'address of the gateway' },
  ],
  flags: LOGIN_FLAGS,
  examples: ['gw context add prod https://gateway.example.com --access-token - < token.txt'],
  json: {
    name: 'text',
    url: 'text',
    user_id: 'number',
    username: 'text',
    file: 'text',
    token_in: 'text',
  },
  run: async (context, { args, flags }) => {
    const { env, output } = context
    const url = webAddress(args.url)
    const name = contextName(args.name)
    if (Object.hasOwn(readContexts(env).contexts, name)) {
      throw new UsageError(words`there is a context ${name} already; remove or rename it first`)
    }
    const stored = await logIn(context, url, flags)
    const { user_id, username } = stored
    const isInFile = flags['insecure-storage'] === true
    const saved = await keepContext(context, { name, stored, isCurrent: false, isInFile })
    output.value(name, { name, url, user_id, username, ...saved })
  },
})
