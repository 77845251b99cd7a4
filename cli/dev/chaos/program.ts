/** The program under rehearsal as an operator runs it: child processes and their exit codes. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { familyOf } from '../bench/processes'
import { databaseOf } from './postgres'

const ROOT = join(import.meta.dir, '../../..')
const BINARY = join(ROOT, 'dist/gw')
/** A start that takes longer has failed. */
const LONGEST_START_MS = 60_000
const KEPT_STDERR = 20_000

/** The compiled program when it was built, else the sources. */
export function programName(): string {
  return existsSync(BINARY) ? 'dist/gw' : 'cli/main.ts'
}

function commandOf(dataDir: string, args: readonly string[]): string[] {
  const program = existsSync(BINARY) ? [BINARY] : [process.execPath, join(ROOT, 'cli/main.ts')]
  return [...program, '--data', dataDir, '--json', ...args]
}

export type Environment = Readonly<Record<string, string>>

/** Settings of the developer's shell must not change a rehearsal. */
function environment(dataDir: string, extra: Environment): Record<string, string> {
  const inherited: Record<string, string> = {}
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH']) {
    const value = process.env[name]
    if (value !== undefined) inherited[name] = value
  }
  const unlimited = { GLOBAL_API_RATE_LIMIT_ENABLE: 'false', CRITICAL_RATE_LIMIT: '1000000' }
  const fetches = { BUN_CONFIG_MAX_HTTP_REQUESTS: '65535' }
  const database = databaseOf(dataDir)
  // Of the run, not of the shell: as `--workers` says.
  const workers = { GW_WORKERS: process.env.GW_CHAOS_WORKERS ?? '1' }
  return {
    ...inherited,
    ...fetches,
    ...unlimited,
    ...workers,
    ...(database && { GW_DATABASE_URL: database }),
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    ...extra,
  }
}

interface Child {
  kill(signal: NodeJS.Signals): void
  readonly exited: Promise<number>
}

const running = new Map<Child, NodeJS.Signals>()

/** Notes a child until it has ended, and by which signal it is to end when we do at once. */
export function watched<C extends Child>(child: C, signal: NodeJS.Signals = 'SIGKILL'): C {
  running.set(child, signal)
  void child.exited.then(() => running.delete(child))
  return child
}

/** Ends every program that still runs; to be called by who ends at once. */
export function endPrograms(): void {
  for (const [child, signal] of running) child.kill(signal)
}

export interface Ran {
  /** `undefined` when it was killed. */
  readonly code: number | undefined
  readonly stdout: string
  readonly stderr: string
  readonly tookMs: number
}

export interface RunOptions {
  readonly input?: string
  readonly env?: Environment
  /** Kills it with SIGKILL after so long, unless it has ended by then. */
  readonly killAfterMs?: number
}

export async function run(
  dataDir: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ran> {
  const { input = '', env = {}, killAfterMs } = options
  const startedAt = performance.now()
  const child = watched(
    Bun.spawn(commandOf(dataDir, args), {
      env: environment(dataDir, env),
      stdin: Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )
  const timer =
    killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  await child.exited
  clearTimeout(timer)
  const code = child.signalCode === null ? (child.exitCode ?? undefined) : undefined
  return { code, stdout, stderr, tookMs: performance.now() - startedAt }
}

export interface Served {
  readonly url: string
  readonly pid: number
  /** From the start of the process until it listened. */
  readonly readyMs: number
  stderr(): string
  /** Of a gateway with workers: the one that writes, then those that relay. */
  processes(): readonly number[]
  kill9(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number>
}

/** Throws when the program ends before it listens. */
export async function serve(dataDir: string, env: Environment = {}): Promise<Served> {
  const startedAt = performance.now()
  const args = ['serve', '--host', '127.0.0.1', '--port', '0']
  const child = watched(
    Bun.spawn(commandOf(dataDir, args), {
      env: environment(dataDir, env),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    }),
  )
  const stderr = tailOf(child.stderr)
  const deadline = setTimeout(() => child.kill('SIGKILL'), LONGEST_START_MS)
  const text = await announcement(child.stdout)
  clearTimeout(deadline)
  if (text === undefined) {
    throw new Error(`serve ended with ${await child.exited}: ${stderr().trim()}`)
  }
  return {
    url: (JSON.parse(text) as { url: string }).url,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    stderr,
    processes: () => familyOf(child.pid).slice(1),
    async kill9() {
      // A machine that fails takes every process with it.
      if (child.exitCode === null) {
        for (const each of familyOf(child.pid).slice(1)) process.kill(each, 'SIGKILL')
      }
      child.kill('SIGKILL')
      await child.exited
    },
    async stop() {
      child.kill('SIGTERM')
      return await child.exited
    },
  }
}

/** The JSON object that `serve --json` prints; `undefined` when it ends without one. */
async function announcement(stdout: ReadableStream<Uint8Array>): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of stdout) {
    text += decoder.decode(bytes, { stream: true })
    if (/^\}|^\{.*\}$/m.test(text)) return text
  }
  return undefined
}

function tailOf(stream: ReadableStream<Uint8Array>): () => string {
  const decoder = new TextDecoder()
  let text = ''
  const read = async (): Promise<void> => {
    for await (const bytes of stream) {
      text = (text + decoder.decode(bytes, { stream: true })).slice(-KEPT_STDERR)
    }
  }
  void read()
  return () => text
}
