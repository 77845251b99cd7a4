/** Contexts as commands show and change them. */
import type { Environment } from '../../../server/configuration-values'
import type { CommandContext } from '../../command/context'
import { UsageError } from '../../exit'
import type { View } from '../../output/output'
import { namedContext } from '../../runtime/chosen-gateway'
import { LOCAL, readContexts, type StoredContext, writeContexts } from '../../runtime/contexts'

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
}

export const CONTEXT_VIEW: View<ContextRow> = {
  columns: [
    { title: 'NAME', value: 'name' },
    { title: 'CURRENT', value: 'is_current', kind: 'flag' },
    { title: 'ADDRESS', value: 'url' },
    { title: 'USER', value: 'username' },
  ],
  fields: ['name', 'is_current', 'url', 'user_id', 'username'],
  quiet: ({ name }) => name,
}

/** The gateway of this machine first, the others by name. */
export function contextRows({ env, dataDir }: CommandContext): readonly ContextRow[] {
  const { current, contexts } = readContexts(env)
  const isCurrent = (name: string) => (name === current ? 1 : 0)
  const local = { name: LOCAL, url: dataDir, user_id: 0, username: '' }
  const others = Object.entries(contexts)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { url, user_id, username }]) => ({ name, url, user_id, username }))
  return [local, ...others].map((row) => ({ ...row, is_current: isCurrent(row.name) }))
}

/** Makes it current; throws `UsageError` for one that is not there. */
export function useContext(env: Environment, name: string): void {
  namedContext(env, name)
  writeContexts(env, { ...readContexts(env), current: name })
}

/** One that was current leaves the gateway of this machine as such. */
export function removeContext(env: Environment, name: string): StoredContext {
  const removed = storedContext(env, name)
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
