/**
 * One connection to a Valkey or Redis server. Nothing waits for it for long, and it never
 * reconnects by itself: another server may answer then, which has other counts.
 */
import { createHash } from 'node:crypto'
import { RedisClient } from 'bun'
import { ValkeyError } from './valkey-error'

const CONNECT_MS = 1000
/** An answer takes a fraction of a millisecond; whoever waits longer is better off elsewhere. */
const ANSWER_MS = 250

export interface Script {
  readonly text: string
  /** SHA-1 of the text, in hexadecimal. */
  readonly sha: string
}

export function scriptOf(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

export interface ScriptCall {
  /** All of one hash slot. */
  readonly keys: readonly string[]
  readonly values: readonly (string | number)[]
}

/** `send` and `run` reject with `ValkeyError`; after a silence the connection is closed. */
export interface ValkeyConnection {
  /** Random, and another one whenever the server is started. */
  readonly serverId: string
  readonly send: (command: string, values: readonly string[]) => Promise<unknown>
  readonly run: (script: Script, call: ScriptCall) => Promise<unknown>
  readonly close: () => void
}

/**
 * `redis(s)://` or `valkey(s)://USER:PASSWORD@HOST:6379/DATABASE`. Rejects with `ValkeyError`, also
 * when the server might forget counts while it runs.
 */
export async function connectValkey(address: string): Promise<ValkeyConnection> {
  const client = openClient(address)
  const close = () => client.close()
  const within = async <T>(ms: number, answer: Promise<T>): Promise<T> => {
    const silence = Promise.withResolvers<never>()
    const miss = () => silence.reject(new ValkeyError('silent'))
    // In two halves: after a busy moment of this process, what has come is read first.
    let timer = setTimeout(() => {
      timer = setTimeout(miss, ms / 2)
    }, ms / 2)
    try {
      return await Promise.race([answer, silence.promise])
    } catch (error) {
      if (error instanceof ValkeyError) close()
      throw error instanceof ValkeyError ? error : problemOf(error)
    } finally {
      clearTimeout(timer)
    }
  }
  const send: ValkeyConnection['send'] = async (command, values) =>
    await within(ANSWER_MS, client.send(command, [...values]))
  try {
    await within(2 * CONNECT_MS, client.connect())
    const serverId = trustedServer(String(await send('INFO', [])))
    return { serverId, send, run: async (script, call) => await runOn(send, script, call), close }
  } catch (error) {
    close()
    throw error
  }
}

function openClient(address: string): RedisClient {
  try {
    return new RedisClient(address, {
      autoReconnect: false,
      enableOfflineQueue: false,
      connectionTimeout: CONNECT_MS,
    })
  } catch {
    // What it says may quote the address.
    throw new ValkeyError('address')
  }
}

/** A server forgets scripts when it is restarted, or when somebody has it forget them. */
async function runOn(
  send: ValkeyConnection['send'],
  { text, sha }: Script,
  { keys, values }: ScriptCall,
): Promise<unknown> {
  const rest = [String(keys.length), ...keys, ...values.map(String)]
  try {
    return await send('EVALSHA', [sha, ...rest])
  } catch (error) {
    if (!(error instanceof ValkeyError && error.words.startsWith('NOSCRIPT'))) throw error
    return await send('EVAL', [text, ...rest])
  }
}

/** All that Bun says of a server that is not there, hangs up, or refuses name and password. */
const NOT_LET_IN = new Set(['Connection closed', 'Connection has failed'])

function problemOf(error: unknown): ValkeyError {
  const words = error instanceof Error ? error.message : String(error)
  return NOT_LET_IN.has(words) ? new ValkeyError('unreachable') : new ValkeyError('refused', words)
}

/** Its id. Keys that are evicted are counts that are lost without anybody noticing. */
function trustedServer(info: string): string {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const id = field('run_id')
  if (!/^\w{8,}$/.test(id)) throw new ValkeyError('unnamed')
  if (field('role') !== 'master') throw new ValkeyError('replica')
  const policy = field('maxmemory_policy')
  if (field('maxmemory') !== '0' && policy !== 'noeviction') {
    throw new ValkeyError('evicts', policy)
  }
  return id
}
