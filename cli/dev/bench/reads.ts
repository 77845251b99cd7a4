/**
 * `npm run bench -- --reads`: while small calls come at a steady rate, an ordinary user fires
 * 170 searches of the own log at once, again and again, and an admin asks for every filter,
 * figure and chart there is. 200,000 rows of the log, as one process's whole SQLite file.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from './processes'
import { gatewayCommand, startMock } from './targets'

/** Design goal: nobody's reading delays a call by more than this. */
const GOAL_P99_MS = 50
const EVERY_MS = 5
const QUIET_MS = 5_000
const BUSY_MS = 20_000
const LOGS = 200_000
/** Calls often enough to own a tenth of the log. */
const USER = 'user1'

interface Delays {
  readonly calls: number
  readonly failures: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

type Run = (...args: readonly string[]) => Record<string, unknown>

interface Caller {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** Whether the goal was reached. */
export async function measureReads(asJson: boolean): Promise<boolean> {
  const data = mkdtempSync(join(tmpdir(), 'gw-reads-'))
  const mock = await startMock()
  try {
    seed(data)
    const command = gatewayCommand()
    const running = await start([...command, '--data', data, '--json', 'serve', '--port', '0'], {
      env: { GLOBAL_API_RATE_LIMIT_ENABLE: 'false' },
    })
    const { port } = JSON.parse(running.line) as { port: number }
    const run = runner([...command, '--data', data, '--json'])
    try {
      const url = `http://127.0.0.1:${port}`
      const relay = relayCaller(run, url, mock.port)
      const people = { user: person(run, url, USER), admin: person(run, url, 'root') }
      return await measure(relay, people, asJson)
    } finally {
      await running.stop()
    }
  } finally {
    await mock.running.stop()
    rmSync(data, { recursive: true, force: true })
  }
}

function seed(data: string): void {
  const script = join(import.meta.dir, '../seed.ts')
  const rows = ['--users', '1000', '--tokens', '2000', '--logs', String(LOGS)]
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

function relayCaller(run: Run, url: string, mockPort: number): Caller {
  run(
    ...['channel', 'add', '--name', 'mock', '--type', '1', '--key', 'sk-upstream'],
    ...['--models', 'gpt-4o-mini', '--base-url', `http://127.0.0.1:${mockPort}`],
  )
  const token = run('token', 'create', '--user', 'root', '--name', 'bench', '--unlimited')
  return { url, headers: { authorization: `Bearer ${String(token.key)}` } }
}

function person(run: Run, url: string, name: string): Caller {
  const { user_id, access_token } = run('access-token', 'reset', name)
  const headers = { authorization: String(access_token), 'new-api-user': String(user_id) }
  return { url, headers }
}

interface People {
  readonly user: Caller
  readonly admin: Caller
}

async function measure(relay: Caller, people: People, asJson: boolean): Promise<boolean> {
  await probe(relay, 1000)
  const quiet = await probe(relay, QUIET_MS)
  const load = startLoad(people)
  const busy = await probe(relay, BUSY_MS)
  const answers = await load.stop()
  const isReached = busy.p99 <= GOAL_P99_MS && busy.failures === 0
  if (asJson) console.log(JSON.stringify({ quiet, busy, answers, isReached }, null, 2))
  else {
    console.log(`Delay of small calls in ms, one every ${EVERY_MS} ms; ${LOGS} rows of the log`)
    console.table({ quiet, 'while others read': busy })
    console.log('What the readers got, by status:')
    console.table(answers)
    console.log(`p99 ${isReached ? 'within' : 'NOT within'} ${GOAL_P99_MS} ms`)
  }
  return isReached
}

/** One call every few milliseconds, whether the last one was answered or not. */
async function probe({ url, headers }: Caller, forMs: number): Promise<Delays> {
  const delays: number[] = []
  const calls: Promise<void>[] = []
  let failures = 0
  const body = JSON.stringify({
    model: 'gpt-4o-mini',
    messages: [{ role: 'user', content: 'say something short' }],
  })
  const call = async () => {
    const started = performance.now()
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    })
    await answer.arrayBuffer()
    if (!answer.ok) failures += 1
    delays.push(performance.now() - started)
  }
  const endsAt = performance.now() + forMs
  while (performance.now() < endsAt) {
    calls.push(call())
    await Bun.sleep(EVERY_MS)
  }
  await Promise.all(calls)
  delays.sort((a, b) => a - b)
  const at = (share: number) => round(delays[Math.floor((delays.length - 1) * share)] ?? 0)
  return { calls: delays.length, failures, p50: at(0.5), p99: at(0.99), max: at(1) }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10
}

/** A process of its own, so that its work does not count as the gateway's waiting. */
function startLoad(people: People) {
  const script = join(import.meta.dir, 'reads-load.ts')
  const child = Bun.spawn([process.execPath, script, JSON.stringify(people)], {
    stdin: 'pipe',
    stdout: 'pipe',
    env: { ...process.env, BUN_CONFIG_MAX_HTTP_REQUESTS: '1000' },
  })
  return {
    async stop(): Promise<Record<string, unknown>> {
      child.stdin.end()
      return JSON.parse(await new Response(child.stdout).text())
    },
  }
}
