/** Which gateway a command is for: that of this machine, or one of the contexts. */
import type { Environment } from '../../server/configuration-values'
import { UsageError } from '../exit'
import { words } from '../words'
import { LOCAL, nameOf, readContexts, type StoredContext } from './contexts'

/** Of the first user, who is root. */
export const ROOT_ID = 1

export interface ChosenGateway extends StoredContext {
  readonly name: string
  /** By `--context` or the environment; otherwise it is the current context. */
  readonly isNamed: boolean
}

export interface GatewayChoice {
  readonly env: Environment
  /** Of `--context`. */
  readonly context: string | undefined
  /** Of `--data`. */
  readonly data: string | undefined
  /** By `--data` or in the environment. */
  readonly namesDatabase: boolean
}

/**
 * Nothing for the gateway of this machine. A flag comes before the environment, and what is
 * named before what is remembered. Throws `UsageError` for a context that is not there.
 */
export function chosenGateway(choice: GatewayChoice): ChosenGateway | undefined {
  const { env, context, data, namesDatabase } = choice
  if (context !== undefined) {
    if (data !== undefined) throw new UsageError('--data and --context exclude each other')
    return namedContext(env, context)
  }
  if (data !== undefined) return undefined
  if (env.GW_CONTEXT) return namedContext(env, env.GW_CONTEXT)
  if (env.GW_URL) return ofEnvironment(env, env.GW_URL)
  return namesDatabase ? undefined : currentContext(env)
}

function currentContext(env: Environment): ChosenGateway | undefined {
  const { current, contexts } = readContexts(env)
  const stored = contexts[current]
  return stored && { ...stored, name: current, isNamed: false }
}

/** Throws `UsageError` where nothing is called so. */
export function namedContext(env: Environment, name: string): ChosenGateway | undefined {
  if (name === LOCAL) return undefined
  const { contexts } = readContexts(env)
  const stored = Object.hasOwn(contexts, name) ? contexts[name] : undefined
  if (stored === undefined) {
    throw new UsageError(words`there is no context ${name}; "gw context list" shows them all`)
  }
  return { ...stored, name, isNamed: true }
}

/** What is known of a gateway by its address; the current context comes first. */
export function storedFor(env: Environment, url: string): ChosenGateway | undefined {
  const { current, contexts } = readContexts(env)
  const [first] = Object.entries(contexts)
    .filter(([, context]) => context.url === url)
    .toSorted(([one], [other]) => Number(other === current) - Number(one === current))
  return first && { ...first[1], name: first[0], isNamed: true }
}

function ofEnvironment(env: Environment, given: string): ChosenGateway {
  const url = webAddress(given)
  const stored = storedFor(env, url)
  const token = env.GW_ACCESS_TOKEN || stored?.access_token
  if (token === undefined && stored === undefined)
    throw new UsageError('GW_URL needs GW_ACCESS_TOKEN, or "gw login"')
  const userId = Number(env.GW_USER_ID || (stored?.user_id ?? ROOT_ID))
  if (!Number.isSafeInteger(userId)) throw new UsageError('GW_USER_ID must be a whole number')
  const { username, name } = stored ?? { username: '', name: nameOf(url) }
  return { url, user_id: userId, username, access_token: token, name, isNamed: true }
}

/** Without a slash at the end. Throws `UsageError` for anything but an address of the web. */
export function webAddress(given: string): string {
  const url = given.trim().replace(/\/+$/, '')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError('the address must begin with http:// or https://')
  }
  return url
}
