import { contextName } from '../../admin/log-in'
import { defineCommand } from '../../command/command'
import { UsageError } from '../../exit'
import { accessTokenOf, forgetToken, keptContext } from '../../runtime/context-tokens'
import { readContexts, type StoredContext, writeContexts } from '../../runtime/contexts'
import { type Keyring, systemKeyring } from '../../runtime/keyring'
import { words } from '../../words'
import { CONTEXT_ARGUMENT, storedContext } from './stored'

export const contextRename = defineCommand({
  path: ['context', 'rename'],
  clientSide: true,
  summary: 'give a context another name',
  args: [CONTEXT_ARGUMENT, { name: 'name', summary: 'what the context is called' }],
  examples: ['gw context rename gateway.example.com prod'],
  json: { name: 'text' },
  run: async ({ env, output }, { args }) => {
    const keyring = systemKeyring(env)
    const stored = storedContext(env, args.context)
    const name = contextName(args.name)
    const { current, contexts } = readContexts(env)
    if (Object.hasOwn(contexts, name)) {
      throw new UsageError(words`there is a context ${name} already; remove or rename it first`)
    }
    const moved = await renamed(stored, { from: args.context, to: name, keyring })
    const { [args.context]: _, ...others } = contexts
    writeContexts(env, {
      current: current === args.context ? name : current,
      contexts: { ...others, [name]: moved },
    })
    await forgetToken({ name: args.context, ...stored }, keyring)
    output.value(name, { name })
  },
})

interface Renaming {
  readonly from: string
  readonly to: string
  readonly keyring: Keyring | undefined
}

/** What stands in the file stays there; an entry of the keyring gets the new name. */
async function renamed(stored: StoredContext, { from, to, keyring }: Renaming) {
  if (stored.access_token !== undefined) return stored
  const access_token = await accessTokenOf({ name: from, ...stored }, keyring)
  return await keptContext(to, { ...stored, access_token }, keyring)
}
