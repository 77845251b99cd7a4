/** Child processes of a benchmark and what the kernel says they used. */
import { existsSync, readFileSync } from 'node:fs'

/** Kernel clock ticks per second on every Linux this runs on. */
const TICKS_PER_SECOND = 100
const BYTES_PER_MB = 1024 * 1024

export interface Running {
  readonly pid: number
  /** First line of stdout. */
  readonly line: string
  readonly stop: () => Promise<void>
}

/** Starts a process and waits for its first line, or for `ready` when it prints none. */
export async function start(
  command: readonly string[],
  options: { env?: Record<string, string>; cwd?: string; ready?: () => Promise<boolean> } = {},
): Promise<Running> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...options.env },
    cwd: options.cwd,
    stdout: 'pipe',
    stderr: 'ignore',
    stdin: 'ignore',
  })
  const line = options.ready === undefined ? await firstLine(child.stdout) : ''
  if (options.ready !== undefined) await waitFor(options.ready)
  return {
    pid: child.pid,
    line,
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`process ended before it was ready: ${text}`)
    text += decoder.decode(value, { stream: true })
    // A pretty-printed JSON object ends with a brace of its own.
    if (text.startsWith('{') ? text.includes('\n}\n') : text.includes('\n')) break
  }
  reader.releaseLock()
  return text.trim()
}

async function waitFor(ready: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await ready()) return
    await Bun.sleep(100)
  }
  throw new Error('process did not become ready within 10 s')
}

/** User and system time so far. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** The process and those that it has started, as a gateway with workers does. */
export function familyOf(pid: number): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  // It may have ended already.
  const children = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

export function rssMb(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return (Number(line?.[1] ?? 0) * 1024) / BYTES_PER_MB
}
