import { keepContext } from '../admin/keep-context'
import { contextName, LOGIN_FLAGS, logIn } from '../admin/log-in'
import { defineCommand } from '../command/command'
import { webAddress } from '../runtime/chosen-gateway'
import { nameOf } from '../runtime/contexts'
import { words } from '../words'

export const login = defineCommand({
  path: ['login'],
  clientSide: true,
  summary: 'log in to a gateway elsewhere and make it the current context',
  args: [{ name: 'url', summary: 'address of the gateway' }],
  flags: {
    ...LOGIN_FLAGS,
    name: {
      kind: 'text',
      summary: 'what the context is called (default: the host of the address)',
    },
  },
  examples: [
    'gw login https://gateway.example.com',
    'gw login https://gateway.example.com --username root --insecure-storage',
    'gw login https://gateway.example.com --name prod --access-token - --user 1 < token.txt',
  ],
  json: {
    name: 'text',
    url: 'text',
    user_id: 'number',
    username: 'text',
    file: 'text',
    token_in: 'text',
  },
  async run(context, { args, flags }) {
    const url = webAddress(args.url)
    const name = contextName(flags.name ?? nameOf(url))
    const stored = await logIn(context, url, flags)
    const { user_id, username } = stored
    const isInFile = flags['insecure-storage'] === true
    const saved = await keepContext(context, { name, stored, isCurrent: true, isInFile })
    // A database that is named comes before what is remembered.
    const message = context.namesDatabase
      ? words`remembered ${url} as ${username}; "--context ${name}" means it, for GW_DATA is set`
      : words`commands now work on ${url} as ${username}; "gw logout" ends that`
    context.output.value(message, { name, url, user_id, username, ...saved })
  },
})
