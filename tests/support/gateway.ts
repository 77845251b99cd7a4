/** The real server in this process, on a free port and a database of its own. */
import type Anthropic from '@anthropic-ai/sdk'
import type OpenAI from 'openai'
import { commandHost } from '../../cli/remote/host'
import { type Clock, systemClock } from '../../server/clock'
import { readConfiguration } from '../../server/configuration'
import { createLogger } from '../../server/log'
import { type Random, secureRandom } from '../../server/random'
import type { CallListener } from '../../server/relay/ports/ports'
import { startServer } from '../../server/serve'
import type { Services } from '../../server/services/create-services'
import { type CliOptions, type CliResult, cliCommand, cliEnv, runCli } from './cli'
import { anthropicClient, openaiClient } from './sdk'
import { type Seed, type Seeded, seedDatabase } from './seed'
import { type TempDir, withTempDir } from './temp-dir'

export interface GatewayOptions extends Seed {
  /** Goes on with the folder, keys and ids of a gateway that has ended; nothing is seeded. */
  readonly restartOf?: GatewayClient
  /** GW_… settings. */
  readonly env?: Readonly<Record<string, string>>
  readonly clock?: Clock
  readonly random?: Random
  readonly listeners?: readonly CallListener[]
}

/** What a test does with a gateway, wherever it runs. */
export interface GatewayClient extends Seeded {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Official clients with the first seeded key, or another one. */
  openai(key?: string): OpenAI
  anthropic(key?: string): Anthropic
  /** A request with the first seeded key; `body` travels as JSON unless it is text. */
  post(path: string, body: unknown, options?: PostOptions): Promise<Response>
  /** The command line on the same data folder. */
  cli(args: readonly string[], options?: CliOptions): Promise<CliResult>
}

export interface PostOptions {
  /** "" sends none. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Gateway extends GatewayClient {
  readonly services: Services
  /** What the server logged, as parsed JSON lines. */
  readonly logged: readonly Readonly<Record<string, unknown>>[]
  /** Resolves when no call runs and every bill is written. */
  idle(): Promise<void>
  /** The data folder stays, for a restart. */
  stop(): Promise<void>
  /** Stops and removes the data folder. */
  [Symbol.asyncDispose](): Promise<void>
}

export function startGateway(options: GatewayOptions = {}): Promise<Gateway> {
  return withTempDir('data', (folder) => startIn(folder, options))
}

async function startIn(folder: TempDir, options: GatewayOptions): Promise<Gateway> {
  const { env = {}, clock = systemClock, random = secureRandom, restartOf } = options
  const dataDir = restartOf?.dataDir ?? folder.path
  const seeded = restartOf ?? (await seedDatabase(options, { dataDir, env, clock, random }))
  const logged: Record<string, unknown>[] = []
  const configuration = readConfiguration(env, { port: 0, host: '127.0.0.1', data: dataDir })
  const commands = commandHost({ program: cliCommand([]), env: cliEnv(env), configuration })
  const server = await startServer({
    configuration,
    commands,
    log: createLogger({
      write: (line) => logged.push(JSON.parse(line)),
      readable: false,
      level: 'debug',
      clock,
    }),
    clock,
    random,
    listeners: options.listeners,
  })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    commands.stop()
    stopped ??= server.stop()
    return stopped
  }
  return {
    ...clientOf({ url: server.url, port: server.port, dataDir, seeded }),
    services: server.services,
    logged,
    idle: server.idle,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
      folder.remove()
    },
  }
}

/** The part of a gateway that only needs to know where it is. */
export function clientOf(place: {
  readonly url: string
  readonly port: number
  readonly dataDir: string
  readonly seeded: Seeded
}): GatewayClient {
  const { url, port, dataDir, seeded } = place
  const { userIds, tokenIds, keys, channelIds } = seeded
  const firstKey = keys[0] ?? ''
  return {
    userIds,
    tokenIds,
    keys,
    channelIds,
    url,
    port,
    dataDir,
    openai: (key = firstKey) => openaiClient(url, key),
    anthropic: (key = firstKey) => anthropicClient(url, key),
    post: (path, body, { key = firstKey, headers = {}, signal } = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    cli: (args, options = {}) => runCli(args, { dataDir, ...options }),
  }
}
