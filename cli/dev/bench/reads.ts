/**
 * `npm run bench -- --reads [--rows 200000] [--data FOLDER]`: how late the bytes of streams are
 * that the gateway relays, alone and during each query that an admin can make of a log of so many
 * rows, in turns. A named folder keeps its rows for the next run.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, start } from './processes'
import { OLD_ROWS, QUESTIONS } from './reads-questions'
import { gatewayCommand } from './targets'

/** Design goal: nothing an admin reads delays a relayed byte by more, at the 99th percentile. */
const GOAL_ADDED_P99_MS = 5
const ALONE_MS = 800
const BUSY_MS = 1_500
const VOLLEYS_MS = 5_000
/** Nobody waits longer for one of the heavy ones; what it does goes on meanwhile. */
const LONGEST_MS = 20_000
/** Calls often enough to own a tenth of the log. */
const USER = 'user1'

export interface ReadsOptions {
  readonly rows: number
  /** Seeded when there is nothing in it yet; a temporary folder when absent. */
  readonly data: string | undefined
  readonly asJson: boolean
}

interface Window {
  readonly frames: number
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** What the gateway's loop did between the sending and the arrival of a frame. */
  readonly loopP99Ms: number
}

type Run = (...args: readonly string[]) => Record<string, unknown>

interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Ends a window and adds it to a pool. */
type EndWindow = (pool: 'none' | 'alone' | 'busy') => Promise<Window>

/** Whether the goal was reached. */
export async function measureReads(options: ReadsOptions): Promise<boolean> {
  const { rows, asJson } = options
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'gw-reads-'))
  const probe = startProbe()
  let running: Running | undefined
  try {
    if (!existsSync(join(data, 'gw.db'))) seed(data, rows)
    const command = [...gatewayCommand(), '--data', data, '--json']
    const run = runner(command)
    running = await start([...command, 'serve', '--port', '0'], {
      env: { GLOBAL_API_RATE_LIMIT_ENABLE: 'false' },
    })
    const { port } = JSON.parse(running.line) as { port: number }
    const headers = relayHeaders(run, await probe.port())
    // The gateway looks a few times a second for what other processes have made.
    await Bun.sleep(1_000)
    await probe.begin({ port, path: '/v1/chat/completions', headers, pid: running.pid })
    const url = `http://127.0.0.1:${port}`
    const people = { user: person(run, url, USER), admin: person(run, url, 'root') }
    const lines = await measure(probe.endWindow, { command, ...people })
    return report(lines, await probe.totals(), { rows, asJson })
  } finally {
    probe.stop()
    await running?.stop()
    if (options.data === undefined) rmSync(data, { recursive: true, force: true })
  }
}

function startProbe() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'reads-probe.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const lines = linesOf(child.stdout)
  const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value ?? '{}')
  const ask = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`)
    child.stdin.flush()
    return await next()
  }
  const endWindow: EndWindow = async (pool) => (await ask(pool)) as Window
  return {
    port: async () => Number(await next()),
    begin: (order: object) => ask(JSON.stringify(order)),
    endWindow,
    totals: async () => (await ask('total')) as Record<'alone' | 'busy', Window>,
    stop: () => child.kill(),
  }
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of stream) {
    const [rest = '', ...complete] = (text + decoder.decode(part, { stream: true }))
      .split('\n')
      .reverse()
    yield* complete.reverse()
    text = rest
  }
}

function seed(data: string, logs: number): void {
  const script = join(import.meta.dir, '../seed.ts')
  const rows = ['--users', '1000', '--tokens', '2000', '--logs', String(logs)]
  const seeded = Bun.spawnSync([process.execPath, script, '--data', data, ...rows])
  if (!seeded.success) throw new Error(`seeding failed: ${seeded.stderr.toString()}`)
}

function runner(command: readonly string[]): Run {
  return (...args) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync([...command, ...args])
    if (exitCode !== 0) throw new Error(`gw ${args.join(' ')}: ${stderr.toString()}`)
    return JSON.parse(stdout.toString()) as Record<string, unknown>
  }
}

/** A folder that was used before has channels of upstreams that are gone. */
function relayHeaders(run: Run, upstreamPort: number): Record<string, string> {
  const at = String(upstreamPort)
  const ratios = { default: 1, vip: 1, [at]: 1 }
  run('option', 'set', 'GroupRatio', JSON.stringify(ratios))
  run('option', 'set', 'UserUsableGroups', JSON.stringify({ default: 'all', [at]: 'reads' }))
  run(
    ...['channel', 'add', '--name', `reads ${at}`, '--type', '1', '--key', 'sk-upstream'],
    ...['--models', 'gpt-4o-mini', '--group', at, '--base-url', `http://127.0.0.1:${at}`],
  )
  const token = run(
    ...['token', 'create', '--user', 'root', '--name', `reads ${at}`, '--group', at, '--unlimited'],
  )
  return { authorization: `Bearer ${String(token.key)}` }
}

function person(run: Run, url: string, name: string): Caller {
  const { user_id, access_token } = run('access-token', 'reset', name)
  const headers = { authorization: String(access_token), 'new-api-user': String(user_id) }
  return { url, headers }
}

interface Line {
  readonly name: string
  /** Of the last answer, or how the program ended. */
  readonly status: number | string
  readonly tookMs: number
  readonly alone: Window
  readonly busy: Window
}

interface Readers {
  readonly command: readonly string[]
  readonly user: Caller
  readonly admin: Caller
}

async function measure(endWindow: EndWindow, readers: Readers): Promise<Line[]> {
  const { admin, user, command } = readers
  await Bun.sleep(2 * ALONE_MS)
  const lines: Line[] = []
  const during = async (name: string, work: () => Promise<number | string>, forMs = BUSY_MS) => {
    await endWindow('none')
    await Bun.sleep(ALONE_MS)
    const alone = await endWindow('alone')
    const began = performance.now()
    let status: number | string = ''
    let tookMs = 0
    while (performance.now() - began < forMs) {
      const startedAt = performance.now()
      status = await work()
      tookMs = Math.max(tookMs, performance.now() - startedAt)
    }
    lines.push({ name, status, tookMs, alone, busy: await endWindow('busy') })
  }
  for (const path of QUESTIONS) await during(nameOf(path), () => ask(admin, path))
  await during('170 searches at once', () => volleys(user, VOLLEYS_MS))
  for (const verb of ['doctor', 'export']) {
    await during(`gw ${verb}`, () => program([...command, verb]))
  }
  await during('old rows are deleted', () => ask(admin, OLD_ROWS, 'DELETE'))
  return lines
}

function nameOf(path: string): string {
  return path.replace(/(start|end)_timestamp=\d+&?/g, '').replace(/[?&]$/, ' of a month')
}

async function ask({ url, headers }: Caller, path: string, method = 'GET'): Promise<number> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  try {
    const answer = await fetch(url + path, { method, headers, signal })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

async function volleys(user: Caller, forMs: number): Promise<string> {
  const script = join(import.meta.dir, 'reads-load.ts')
  const child = Bun.spawn([process.execPath, script, JSON.stringify(user)], {
    stdin: 'pipe',
    stdout: 'pipe',
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '1000' },
  })
  await Bun.sleep(forMs)
  child.stdin.end()
  const answers: unknown = JSON.parse(await new Response(child.stdout).text())
  return Object.entries(Object(answers))
    .map(([status, count]) => `${status} × ${String(count)}`)
    .join(', ')
}

async function program(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdout: 'ignore', stderr: 'ignore' })
  return `exit ${await child.exited}`
}

interface Reporting {
  readonly rows: number
  readonly asJson: boolean
}

/**
 * Judged by the delays themselves, unless streams alone are late already: then the machine is
 * too busy to tell, and the work of the loop is what counts.
 */
function report(
  lines: readonly Line[],
  totals: Record<'alone' | 'busy', Window>,
  { rows, asJson }: Reporting,
): boolean {
  const { alone, busy } = totals
  const isQuiet = alone.p99Ms <= GOAL_ADDED_P99_MS
  const addedMs = isQuiet ? busy.p99Ms - alone.p99Ms : busy.loopP99Ms - alone.loopP99Ms
  const isReached = addedMs <= GOAL_ADDED_P99_MS && busy.failures === 0
  if (asJson) {
    console.log(JSON.stringify({ rows, alone, busy, addedMs, isReached, lines }, null, 2))
    return isReached
  }
  console.log(`Delay of relayed bytes in ms, alone and while an admin reads ${rows} rows`)
  console.table(
    lines.map(({ name, status, tookMs, alone, busy }) => ({
      reads: name.slice(0, 48),
      status,
      tookMs: Math.round(tookMs),
      'alone p50': alone.p50Ms,
      'alone p99': alone.p99Ms,
      'busy p50': busy.p50Ms,
      'busy p99': busy.p99Ms,
      'busy max': busy.maxMs,
      'loop p99': busy.loopP99Ms,
    })),
  )
  console.table({ alone, 'while an admin reads': busy })
  if (!isQuiet) console.log('The machine is busy: judged by the time that the loop worked.')
  const verdict = isReached ? 'within' : 'NOT within'
  console.log(
    `relay p99 while an admin reads ${rows} log rows: ${busy.p99Ms} ms, alone ${alone.p99Ms};` +
      ` ${Math.round(addedMs * 100) / 100} ms more is ${verdict} ${GOAL_ADDED_P99_MS} ms`,
  )
  return isReached
}
