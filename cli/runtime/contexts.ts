/** Gateways that this user's commands know by name, each with an access token for it. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Environment } from '../../server/configuration-values'
import { isRecord } from '../../server/domain/json/records'

/** The database of this machine: always there, and never stored. */
export const LOCAL = 'local'

export interface StoredContext {
  /** Without a slash at the end. */
  readonly url: string
  readonly user_id: number
  readonly username: string
  /** Absent where the keyring of the system has it. */
  readonly access_token?: string | undefined
}

export interface Contexts {
  /** Name of the one that is used when none is named; `local` for none of them. */
  readonly current: string
  readonly contexts: Readonly<Record<string, StoredContext>>
}

const NONE: Contexts = { current: LOCAL, contexts: {} }

/** Where this user's `gw` stores what belongs to no database. */
export const ownFile = (env: Environment, ...names: readonly string[]): string =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'gw', ...names)

const contextsPath = (env: Environment): string => ownFile(env, 'contexts.json')

/** What `gw login` wrote before there were contexts. */
const formerPath = (env: Environment): string => ownFile(env, 'login.json')

export function readContexts(env: Environment): Contexts {
  const stored = readJson(contextsPath(env))
  if (stored === undefined) return readFormer(env)
  const { current, contexts } = isRecord(stored) ? stored : {}
  const entries = Object.entries(isRecord(contexts) ? contexts : {}).flatMap(([name, value]) =>
    isContext(value) ? [[name, bare(value)] as const] : [],
  )
  const known = Object.fromEntries(entries)
  const isKnown = typeof current === 'string' && Object.hasOwn(known, current)
  return { current: isKnown ? current : LOCAL, contexts: known }
}

/** Returns the path of the file, which only this user can read. */
export function writeContexts(env: Environment, contexts: Contexts): string {
  const path = contextsPath(env)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A file damaged by hand is kept: it may hold other access tokens.
  if (existsSync(path) && !isRecord(readJson(path))) renameSync(path, `${path}.damaged`)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(contexts, undefined, 2)}\n`, { mode: 0o600 })
  // The mode above holds for new files only.
  chmodSync(draft, 0o600)
  renameSync(draft, path)
  rmSync(formerPath(env), { force: true })
  return path
}

/** As a name is made where none is given: `gateway.example.com`, `127.0.0.1:3000`. */
export function nameOf(url: string): string {
  return new URL(url).host
}

function readFormer(env: Environment): Contexts {
  const login = readJson(formerPath(env))
  if (!isContext(login)) return NONE
  const name = nameOf(login.url)
  return { current: name, contexts: { [name]: bare(login) } }
}

/** A damaged file is like none. */
function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return ''
  }
}

const bare = (context: StoredContext): StoredContext => ({
  ...context,
  url: context.url.replace(/\/+$/, ''),
})

function isContext(value: unknown): value is StoredContext {
  if (!isRecord(value)) return false
  const { url, user_id, username, access_token } = value
  return (
    typeof url === 'string' &&
    URL.canParse(url) &&
    typeof user_id === 'number' &&
    typeof username === 'string' &&
    (access_token === undefined || typeof access_token === 'string')
  )
}
