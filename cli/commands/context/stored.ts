/** Contexts as commands show and change them. */
import type { Environment } from '../../../server/configuration-values'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { namedContext } from '../../runtime/chosen-gateway'
import { forgetToken, type TokenPlace, tokenPlace } from '../../runtime/context-tokens'
import { LOCAL, readContexts, type StoredContext, writeContexts } from '../../runtime/contexts'
import { systemKeyring } from '../../runtime/keyring'
import { words } from '../../words'

export const CONTEXT_ARGUMENT = {
  name: 'context',
  summary: 'name of a context; "local" is the gateway of this machine',
  completes: 'context',
} as const

export interface ContextRow {
  readonly name: string
  readonly is_current: number
  /** An address, or the folder of the database. */
  readonly url: string
  readonly user_id: number
  readonly username: string
  /** Where its access token is; "" for the gateway of this machine. */
  readonly token_in: TokenPlace | ''
}

export const CONTEXT_VIEW: View<ContextRow> = {
  columns: [
    { title: 'NAME', value: 'name' },
    { title: 'CURRENT', value: 'is_current', kind: 'flag' },
    { title: 'ADDRESS', value: 'url' },
    { title: 'USER', value: 'username' },
    { title: 'TOKEN IN', value: 'token_in' },
  ],
  kinds: { user_id: 'number' },
  fields: ['name', 'is_current', 'url', 'user_id', 'username', 'token_in'],
  quiet: ({ name }) => name,
}

/** The gateway of this machine first, the others by name. */
export function contextRows({ env, dataDir }: CommandContext): readonly ContextRow[] {
  const { current, contexts } = readContexts(env)
  const isCurrent = (name: string) => (name === current ? 1 : 0)
  const local = { name: LOCAL, url: dataDir, user_id: 0, username: '', token_in: '' } as const
  const others = Object.entries(contexts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, stored]) => {
      const { url, user_id, username } = stored
      return { name, url, user_id, username, token_in: tokenPlace(stored) }
    })
  return [local, ...others].map((row) => ({ ...row, is_current: isCurrent(row.name) }))
}

/** Makes it current; throws `UsageError` for one that is not there. */
export function useContext(env: Environment, name: string): void {
  namedContext(env, name)
  writeContexts(env, { ...readContexts(env), current: name })
}

/** One that was current leaves the gateway of this machine as such. */
export async function removeContext(
  { env, output }: CommandContext,
  name: string,
): Promise<StoredContext> {
  const removed = storedContext(env, name)
  const failure = await forgetToken({ name, ...removed }, systemKeyring(env))
  if (failure !== undefined) output.warn(words`the keyring still has the access token: ${failure}`)
  const { current, contexts } = readContexts(env)
  const { [name]: _, ...others } = contexts
  writeContexts(env, { current: current === name ? LOCAL : current, contexts: others })
  return removed
}

/** Throws `UsageError` for `local`, which is not stored. */
export function storedContext(env: Environment, name: string): StoredContext {
  const found = namedContext(env, name)
  if (found === undefined) {
    throw new UsageError('"local" always means the gateway of this machine')
  }
  const { url, user_id, username, access_token } = found
  return { url, user_id, username, access_token }
}
