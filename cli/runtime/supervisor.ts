/**
 * Keeps the processes of one gateway running: a writer, and workers that relay. One that ends is
 * started again, and the others go on meanwhile. Each ends by itself when this process does.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from '../../server/log'
import type { ProcessRole } from '../../server/workers/role'
import { ownProgram } from './program'

/** In the environment of a process of a gateway: what it is, as JSON. */
const ROLE_VARIABLE = 'GW_PROCESS'

export type StartedRole = ProcessRole & {
  /** Where to listen instead of what the configuration says; 0 for there. */
  readonly port: number
}

/** Tells the process that started this one at which port it can be reached, and that it lives. */
export function reportAlive(): (port: number) => void {
  process.on('message', () => process.send?.(SIGN))
  return (port) => void process.send?.(port)
}

export interface SupervisorParts {
  readonly workers: number
  readonly log: Logger
  readonly env: Readonly<Record<string, string | undefined>>
  /** Ends all of them. */
  readonly stopped: AbortSignal
  /** How long one may take to stop before it is killed. */
  readonly killAfterMs: number
}

/** What this process was started as; `undefined` for the one that a person has started. */
export function startedRole(env: SupervisorParts['env']): StartedRole | undefined {
  const text = env[ROLE_VARIABLE]
  return text === undefined ? undefined : JSON.parse(text)
}

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Who has lived so long did not end because of how it was started. */
const SETTLED_MS = 10_000
const ASK_MS = 5_000
/** A process that answers nothing for so long hangs: what comes to it would wait for ever. */
const HUNG_MS = 30_000
/** Sent to it, and answered while it is alive. */
const SIGN = 'alive'

interface Child {
  readonly name: string
  /** The port that it listens on, when it does; `undefined` when it ended before. */
  readonly ready: Promise<number | undefined>
  readonly exited: Promise<number>
  /** Asks for a sign of life; the milliseconds since the last one. */
  readonly ask: () => number
  readonly end: () => void
  readonly kill: () => void
}

/** Resolves when all have ended; with false when they could not be started, which they said. */
export async function supervise(parts: SupervisorParts): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'gw-'))
  try {
    return await new Supervisor(parts, folder).run()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class Supervisor {
  readonly #parts: SupervisorParts
  readonly #folder: string
  readonly #workers = new Map<number, Child>()
  readonly #restarts: Promise<void>[] = []
  #writer: Child | undefined
  #port = 0

  constructor(parts: SupervisorParts, folder: string) {
    this.#parts = parts
    this.#folder = folder
  }

  async run(): Promise<boolean> {
    const { workers, stopped } = this.#parts
    const isStarted = await this.#first()
    if (isStarted) {
      for (let index = 2; index <= workers; index += 1) this.#startWorker(index)
      this.#keep(this.#writer, () => this.#startWriter())
      for (const index of this.#workers.keys()) this.#keepWorker(index)
      await aborted(stopped)
      this.#parts.log.info('stopping: running calls may finish')
    }
    await this.#stop()
    return isStarted
  }

  /** The writer, and the worker that finds the port. */
  async #first(): Promise<boolean> {
    if ((await this.#startWriter().ready) === undefined) return false
    const port = await this.#startWorker(1).ready
    this.#port = port ?? 0
    return port !== undefined
  }

  #startWriter(): Child {
    const { workers } = this.#parts
    const running = this.#workers.size
    const role = { kind: 'writer', folder: this.#folder, workers, running, port: 0 } as const
    this.#writer = start(this.#parts.env, 'writer', role)
    return this.#writer
  }

  #startWorker(index: number): Child {
    const role = { kind: 'worker', folder: this.#folder, index, port: this.#port } as const
    const worker = start(this.#parts.env, `worker ${index}`, role)
    this.#workers.set(index, worker)
    return worker
  }

  #keepWorker(index: number): void {
    this.#keep(this.#workers.get(index), () => this.#startWorker(index))
  }

  #keep(child: Child | undefined, again: () => Child): void {
    if (child !== undefined) this.#restarts.push(this.#watch(child, again))
  }

  async #watch(first: Child, again: () => Child): Promise<void> {
    const { log, stopped } = this.#parts
    let child = first
    let pauseMs = FIRST_PAUSE_MS
    for (;;) {
      const begun = performance.now()
      const code = await this.#endOf(child)
      if (stopped.aborted) return
      const hasLived = performance.now() - begun > SETTLED_MS
      pauseMs = hasLived ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
      log.error('a process of the gateway ended; it is started again', {
        process: child.name,
        code,
      })
      await Promise.race([Bun.sleep(pauseMs), aborted(stopped)])
      if (stopped.aborted) return
      child = again()
    }
  }

  /** Its exit code, whether it ends by itself or hangs. */
  async #endOf({ name, ask, kill, exited }: Child): Promise<number> {
    const timer = setInterval(() => {
      const silentMs = ask()
      if (silentMs < HUNG_MS) return
      this.#parts.log.error('a process of the gateway hangs; it is killed', { process: name })
      kill()
    }, ASK_MS)
    const code = await exited
    clearInterval(timer)
    return code
  }

  /** Workers first: what they have done is written while there is a writer. */
  async #stop(): Promise<void> {
    await Promise.all([...this.#workers.values()].map((worker) => this.#end(worker)))
    if (this.#writer !== undefined) await this.#end(this.#writer)
    await Promise.all(this.#restarts)
  }

  async #end(child: Child): Promise<void> {
    child.end()
    const timer = setTimeout(child.kill, this.#parts.killAfterMs)
    await child.exited
    clearTimeout(timer)
  }
}

function start(env: SupervisorParts['env'], name: string, role: StartedRole): Child {
  const ready = Promise.withResolvers<number | undefined>()
  let heardAt = performance.now()
  const child = Bun.spawn([...ownProgram(), ...process.argv.slice(2)], {
    env: { ...env, [ROLE_VARIABLE]: JSON.stringify(role) },
    // Nobody writes to it: its end shows that this process is gone, for whatever reason.
    stdin: 'pipe',
    stdout: 'inherit',
    stderr: 'inherit',
    ipc(said) {
      heardAt = performance.now()
      if (typeof said === 'number') ready.resolve(said)
    },
  })
  void child.exited.then(() => ready.resolve(undefined))
  return {
    name,
    ready: ready.promise,
    exited: child.exited,
    ask() {
      if (child.exitCode === null) child.send(SIGN)
      return performance.now() - heardAt
    },
    end: () => void child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
  }
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
