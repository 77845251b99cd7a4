import { contextName, LOGIN_FLAGS, logIn } from '../../admin/log-in'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { webAddress } from '../../runtime/chosen-gateway'
import { readContexts, writeContexts } from '../../runtime/contexts'
import { words } from '../../words'

export const contextAdd = defineCommand({
  path: ['context', 'add'],
  elsewhere: true,
  summary: 'log in to one more gateway without making it the current context',
  args: [
    { name: 'name', summary: 'what the context is called' },
    { name: 'url', summary: 'address of the gateway' },
  ],
  flags: LOGIN_FLAGS,
  examples: ['gw context add prod https://gateway.example.com --access-token - < token.txt'],
  json: ['name', 'url', 'user_id', 'username', 'file'],
  run: async (context, { args, flags }) => {
    const { env, output } = context
    const url = webAddress(args.url)
    const name = contextName(args.name)
    const known = readContexts(env)
    if (Object.hasOwn(known.contexts, name)) {
      throw new UsageError(words`there is a context ${name} already; remove or rename it first`)
    }
    const stored = await logIn(context, url, flags)
    const { user_id, username } = stored
    const file = writeContexts(env, { ...known, contexts: { ...known.contexts, [name]: stored } })
    output.note(words`the access token is in ${file}, which only you can read`)
    output.value(name, { name, url, user_id, username, file })
  },
})
