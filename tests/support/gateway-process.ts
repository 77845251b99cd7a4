/** The real server as a process of its own, for tests that kill it. */
import { readFileSync } from 'node:fs'
import { cliCommand, cliEnv } from './cli'
import { clientOf, type GatewayClient, type GatewayOptions } from './gateway'
import { seedDatabase } from './seed'
import { type TempDir, withTempDir } from './temp-dir'
import { within } from './wait-until'

export interface GatewayProcess extends GatewayClient {
  readonly pid: number
  /** Given on the first start only. */
  readonly rootPassword: string | undefined
  /** Everything written to stderr so far. */
  stderr(): string
  /** As a power cut: no handler runs. The data folder stays. */
  kill9(): Promise<void>
  /** Asks it to finish with SIGTERM; resolves with the exit code. The data folder stays. */
  stop(): Promise<number>
  /** Kills it if it still runs, and removes the data folder unless another made it. */
  [Symbol.asyncDispose](): Promise<void>
}

export type GatewayProcessOptions = Omit<GatewayOptions, 'clock' | 'random'> & {
  /** Runs dist/gw instead of the sources. */
  readonly binary?: boolean
  /** Files and sockets that it may have open. */
  readonly openFiles?: number
}

interface Announcement {
  readonly url: string
  readonly port: number
  readonly root_password: string | null
}

export function startGatewayProcess(options: GatewayProcessOptions = {}): Promise<GatewayProcess> {
  return withTempDir('data', (folder) => startIn(folder, options))
}

async function startIn(folder: TempDir, options: GatewayProcessOptions): Promise<GatewayProcess> {
  const { binary, openFiles, env = {}, restartOf } = options
  const dataDir = restartOf?.dataDir ?? folder.path
  const seeded = restartOf ?? (await seedDatabase(options, { dataDir, env }))
  const args = ['serve', '--json', '--port', '0', '--host', '127.0.0.1']
  const command = cliCommand(args, { dataDir, binary })
  const limit = ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh']
  const child = Bun.spawn([...(openFiles === undefined ? [] : limit), ...command], {
    env: cliEnv(env),
    // The binary carries what it needs; among the sources it could find them by accident.
    ...(binary === true && { cwd: dataDir }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const stderr = collect(child.stderr)
  const end = async (signal: NodeJS.Signals): Promise<number> => {
    // A machine that fails takes every process with it.
    if (signal === 'SIGKILL') for (const each of childrenOf(child.pid)) process.kill(each, signal)
    child.kill(signal)
    return within('exit of the gateway', child.exited, 40_000)
  }
  let announced: Announcement
  try {
    announced = await within('address of the gateway', readAnnouncement(child.stdout))
  } catch (cause) {
    await end('SIGKILL')
    throw new Error(`the gateway did not start: ${stderr()}`, { cause })
  }
  return {
    ...clientOf({ url: announced.url, port: announced.port, dataDir, seeded }),
    pid: child.pid,
    rootPassword: announced.root_password ?? undefined,
    stderr,
    async kill9() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
      folder.remove()
    },
  }
}

/** Processes that it has started; none of a gateway that is a single one. */
export function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return text.split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** The one JSON object that `serve --json` prints when it listens. */
async function readAnnouncement(stdout: ReadableStream<Uint8Array>): Promise<Announcement> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdout) {
    text += decoder.decode(chunk, { stream: true })
    if (/^\}|^\{.*\}$/m.test(text)) return JSON.parse(text)
  }
  throw new Error(`it ended after printing: ${text}`)
}

function collect(stream: ReadableStream<Uint8Array>): () => string {
  const decoder = new TextDecoder()
  let text = ''
  const read = async (): Promise<void> => {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  void read()
  return () => text
}
