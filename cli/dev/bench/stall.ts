/**
 * `npm run bench -- --stall`: while small calls come at a steady rate, requests of every hostile
 * size and shape, and what they do to the small ones.
 */
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { type Running, rssMb, start } from './processes'
import { type PostShape, SHAPES, type Shape } from './stall-shapes'
import { fireSockets } from './stall-sockets'
import { type ChannelAt, gatewayTarget, type Target } from './targets'

/** Design goal: no request delays another by more than this. */
const GOAL_P99_MS = 50
const EVERY_MS = 5
/** A window lasts at least this long, so that its percentiles mean something. */
const WINDOW_MS = 2_000
const ROUNDS = 2

/**
 * Small calls have an upstream of their own: one that is swallowing bodies of hundreds of
 * megabytes would keep them waiting as well.
 */
const PROBE_MODEL = 'gpt-4.1-nano'

/** Channel type and models of each answer that the upstream has. */
const CHANNELS: Readonly<Record<string, readonly [type: string, models: string]>> = {
  usage: ['1', 'text-embedding-3-large'],
  claude: ['14', 'gpt-4o'],
  bare: ['1', 'gpt-4.1'],
  huge: ['1', 'gpt-4.1-mini'],
  vectors: ['1', 'text-embedding-3-small'],
  gemini: ['24', 'gemini-2.5-flash'],
  sockets: ['1', 'gpt-4o-realtime-preview'],
}

interface Window {
  readonly calls: number
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** What the gateway's loop did between the sending and the answer of a small call. */
  readonly loopP99Ms: number
  readonly loopMaxMs: number
}

interface Probe {
  /** Delays since the last call of this. */
  readonly window: () => Promise<Window>
  readonly stop: () => void
}

function startProbe(target: Target): Probe {
  const body = { model: PROBE_MODEL, messages: [{ role: 'user', content: 'hi' }] }
  const { port, path, headers, pid } = target
  const order = { port, path, headers, pid, body: JSON.stringify(body), everyMs: EVERY_MS }
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'stall-probe.ts'), JSON.stringify(order)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader()
  return {
    async window() {
      child.stdin.write('\n')
      child.stdin.flush()
      const { value } = await lines.read()
      return JSON.parse(value ?? '{}') as Window
    },
    stop: () => child.kill(),
  }
}

/** Statuses by how often they came. */
function fire(target: Target, shape: Shape): Promise<readonly string[]> {
  return 'sockets' in shape ? fireSockets(target, shape.sockets) : post(target, shape)
}

async function post(target: Target, shape: PostShape): Promise<readonly string[]> {
  const { path, parallel = 1, headers } = shape
  const body = shape.body()
  const url = `http://127.0.0.1:${target.port}${path}`
  const all = { ...target.headers, ...headers, 'content-type': 'application/json' }
  const sent = Array.from({ length: parallel }, async () => {
    const answer = await fetch(url, { method: 'POST', headers: all, body })
    for await (const _ of answer.body ?? []);
    return String(answer.status)
  })
  return await Promise.all(sent)
}

async function measure(target: Target, probe: Probe, shape: Shape) {
  await probe.window()
  const startedAt = performance.now()
  const statuses = new Set<string>()
  let tookMs = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const firedAt = performance.now()
    for (const status of await fire(target, shape)) statuses.add(status)
    tookMs = Math.max(tookMs, performance.now() - firedAt)
  }
  await Bun.sleep(Math.max(100, WINDOW_MS - (performance.now() - startedAt)))
  return {
    shape: shape.name,
    status: [...statuses].sort().join(' '),
    tookMs: Math.round(tookMs),
    ...(await probe.window()),
    rssMb: target.pid === undefined ? 0 : Math.round(rssMb(target.pid)),
  }
}

/**
 * Judged by the delays themselves, unless small calls alone are late already: then the machine
 * is too busy to tell, and the work of the loop is what counts.
 */
function isWithinGoal(rows: readonly Window[]): boolean {
  const isQuiet = (rows[0]?.p99Ms ?? 0) < GOAL_P99_MS / 2
  if (!isQuiet) console.error('The machine is busy: judged by the time that the loop worked.')
  return rows.every(({ p99Ms, loopP99Ms }) => (isQuiet ? p99Ms : loopP99Ms) <= GOAL_P99_MS)
}

/** Whether every shape stayed within the goal. */
export async function runStall(wanted: string, json: boolean): Promise<boolean> {
  const upstream = await startUpstream()
  const probed = await startUpstream()
  const base = addressOf(upstream)
  const probeChannel = { type: '1', models: PROBE_MODEL, baseUrl: `${addressOf(probed)}/usage` }
  const target = await gatewayTarget(`${base}/usage`, [probeChannel, ...channelsAt(base)], {
    WorkerUrl: `${base}/picture`,
  })
  const probe = startProbe(target)
  // Senders and upstreams are other machines: here they must not take the gateway's cores.
  for (const pid of [process.pid, upstream.pid]) setPriority(pid, constants.priority.PRIORITY_LOW)
  try {
    const rows = []
    const [nothing, ...shapes] = SHAPES
    const chosen = shapes.filter(({ name }) => name.includes(wanted))
    for (const shape of nothing === undefined ? chosen : [nothing, ...chosen]) {
      rows.push(await measure(target, probe, shape))
      if (!json) console.error(JSON.stringify(rows.at(-1)))
    }
    if (json) console.log(JSON.stringify(rows, null, 2))
    else console.table(rows)
    return isWithinGoal(rows)
  } finally {
    probe.stop()
    await target.stop()
    await upstream.stop()
    await probed.stop()
  }
}

function startUpstream(): Promise<Running> {
  return start([process.execPath, join(import.meta.dir, 'stall-upstream.ts')])
}

function addressOf({ line }: Running): string {
  return `http://127.0.0.1:${line}`
}

function channelsAt(base: string): readonly ChannelAt[] {
  return Object.entries(CHANNELS).map(([name, [type, models]]) => {
    return { type, models, baseUrl: `${base}/${name}` }
  })
}
