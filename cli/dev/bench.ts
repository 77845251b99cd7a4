/**
 * `npm run bench`: the gateway with full accounting against a direct call and Portkey, in
 * interleaved rounds, so that a machine whose speed drifts still gives honest ratios.
 *
 *   npm run bench -- [--json] [--rounds 3] [--seconds 4] [--install-portkey]
 *   npm run bench -- --soak [--protocol openai|responses|claude|gemini] [--translated]
 *                           [--json] [--streams 2000] [--slow 100] [--seconds 180]
 *   npm run bench -- --reads [--rows 200000] [--data FOLDER] [--json]
 *   npm run bench -- --stall [--shape names] [--json]
 *   npm run bench -- --watched [--rounds 3] [--seconds 4] [--json]
 *   npm run bench -- --workers 1,2 | --nodes 1,2,3 [--engine postgres] [--accounts 1,500] [--pin]
 *
 * Of several lists of `--workers`, `--nodes` and `--accounts` every combination is measured. On
 * PostgreSQL the database is that of $GW_BENCH_DATABASE_URL.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cpuSeconds, rssMb } from './bench/processes'
import { measureReads } from './bench/reads'
import { measureScale } from './bench/scale'
import { soak } from './bench/soak'
import { SOAK_PROTOCOLS } from './bench/soak-formats'
import { runStall } from './bench/stall'
import { directTarget, gatewayTarget, portkeyTarget, startMock, type Target } from './bench/targets'
import { measureWatched } from './bench/watched'

const { values: flags } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string' },
    soak: { type: 'boolean', default: false },
    streams: { type: 'string', default: '2000' },
    slow: { type: 'string' },
    protocol: { type: 'string', default: 'openai' },
    translated: { type: 'boolean', default: false },
    'install-portkey': { type: 'boolean', default: false },
    reads: { type: 'boolean', default: false },
    rows: { type: 'string', default: '200000' },
    data: { type: 'string' },
    stall: { type: 'boolean', default: false },
    watched: { type: 'boolean', default: false },
    shape: { type: 'string', default: '' },
    workers: { type: 'string' },
    nodes: { type: 'string' },
    accounts: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    pin: { type: 'boolean', default: false },
  },
})
const rounds = Number(flags.rounds)
const seconds = Number(flags.seconds ?? (flags.soak ? '180' : '4'))

interface Shape {
  readonly name: 'json64' | 'json1' | 'sse16'
  readonly connections: number
  readonly stream: boolean
}

const SHAPES: readonly Shape[] = [
  { name: 'json64', connections: 64, stream: false },
  { name: 'json1', connections: 1, stream: false },
  { name: 'sse16', connections: 16, stream: true },
]

interface Load {
  readonly requestsPerSecond: number
  readonly framesPerSecond: number
  readonly requests: number
  readonly failures: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Sample extends Load {
  readonly cpuMicrosPerRequest: number
  readonly rssMb: number
}

async function measure(target: Target, shape: Shape): Promise<Sample> {
  const order = {
    port: target.port,
    path: target.path,
    headers: target.headers,
    body: JSON.stringify({
      model: 'gpt-4o-mini',
      ...(shape.stream ? { stream: true, stream_options: { include_usage: true } } : undefined),
      messages: [{ role: 'user', content: 'say something short' }],
    }),
    connections: shape.connections,
    seconds,
    warmupSeconds: 1,
  }
  const before = target.pid === undefined ? 0 : cpuSeconds(target.pid)
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'bench/load.ts'), JSON.stringify(order)],
    { stdout: 'pipe' },
  )
  const load = JSON.parse(await new Response(child.stdout).text()) as Load
  const cpu = target.pid === undefined ? 0 : cpuSeconds(target.pid) - before
  // The warm-up second burns CPU too; its share is taken out by time.
  const counted = cpu * (seconds / (seconds + order.warmupSeconds))
  return {
    ...load,
    cpuMicrosPerRequest: load.requests === 0 ? 0 : (counted / load.requests) * 1e6,
    rssMb: target.pid === undefined ? 0 : rssMb(target.pid),
  }
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2
}

type Samples = Map<string, Sample[]>

const keyOf = (target: string, shape: string) => `${target} ${shape}`

async function runRounds(targets: readonly Target[]): Promise<Samples> {
  const samples: Samples = new Map()
  for (let round = 0; round < rounds; round += 1) {
    for (const shape of SHAPES) {
      for (const target of targets) {
        const key = keyOf(target.name, shape.name)
        samples.set(key, [...(samples.get(key) ?? []), await measure(target, shape)])
      }
    }
  }
  return samples
}

type Figure = (target: string, shape: Shape['name'], field: keyof Sample) => number

function figuresOf(samples: Samples): Figure {
  return (target, shape, field) =>
    median((samples.get(keyOf(target, shape)) ?? []).map((sample) => sample[field]))
}

function report(samples: Samples, targets: readonly Target[]) {
  const figure = figuresOf(samples)
  const names = targets.map((target) => target.name)
  const rows = names.map((name) => ({
    target: name,
    requestsPerSecond: Math.round(figure(name, 'json64', 'requestsPerSecond')),
    addedP50Ms: round3(figure(name, 'json1', 'p50Ms') - figure('direct', 'json1', 'p50Ms')),
    addedP99Ms: round3(figure(name, 'json1', 'p99Ms') - figure('direct', 'json1', 'p99Ms')),
    cpuMicrosPerRequest: Math.round(figure(name, 'json64', 'cpuMicrosPerRequest')),
    rssMb: Math.round(figure(name, 'sse16', 'rssMb')),
    sseChunksPerSecond: Math.round(figure(name, 'sse16', 'framesPerSecond')),
    failures: SHAPES.reduce((sum, { name: shape }) => {
      return sum + (samples.get(keyOf(name, shape)) ?? []).reduce((s, x) => s + x.failures, 0)
    }, 0),
  }))
  const [gw, portkey] = ['gw', 'portkey'].map((name) => rows.find((row) => row.target === name))
  const ratios =
    gw === undefined || portkey === undefined
      ? undefined
      : {
          requestsPerSecond: ratio(gw.requestsPerSecond, portkey.requestsPerSecond),
          addedP50: ratio(gw.addedP50Ms, portkey.addedP50Ms),
          cpuPerRequest: ratio(gw.cpuMicrosPerRequest, portkey.cpuMicrosPerRequest),
          sseChunksPerSecond: ratio(gw.sseChunksPerSecond, portkey.sseChunksPerSecond),
        }
  return { ratiosGwToPortkey: ratios, rounds, seconds, rows }
}

/** `null` where the other side answered nothing, as Portkey's npm release does for streams. */
function ratio(ours: number, theirs: number): number | null {
  return theirs === 0 ? null : round3(ours / theirs)
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000
}

async function compare(): Promise<void> {
  const mock = await startMock()
  const targets = [directTarget(mock.port), await gatewayTarget(`http://127.0.0.1:${mock.port}`)]
  const portkey = await portkeyTarget(mock.port, flags['install-portkey'])
  if (portkey !== undefined) targets.push(portkey)
  try {
    const result = report(await runRounds(targets), targets)
    if (flags.json) console.log(JSON.stringify(result, null, 2))
    else {
      if (result.ratiosGwToPortkey === undefined) {
        console.log('Portkey is not installed; run with --install-portkey to compare.')
      } else {
        console.log('gw : portkey, medians of interleaved rounds')
        console.table(result.ratiosGwToPortkey)
      }
      console.log(`${rounds} rounds of ${seconds} s; 64 connections for requests/s, 1 for latency`)
      console.table(result.rows)
    }
  } finally {
    for (const target of targets) await target.stop()
    await mock.running.stop()
  }
}

if (flags.stall) process.exit((await runStall(flags.shape, flags.json)) ? 0 : 1)
if (flags.watched) {
  await measureWatched({ rounds, seconds, asJson: flags.json })
  process.exit(0)
}
if (flags.reads) {
  const options = { rows: Number(flags.rows), data: flags.data, asJson: flags.json }
  process.exit((await measureReads(options)) ? 0 : 1)
}
if ((flags.workers ?? flags.nodes ?? flags.accounts) !== undefined) {
  const list = (text = '1') => text.split(',').map(Number)
  await measureScale({
    workers: list(flags.workers),
    nodes: list(flags.nodes),
    accounts: list(flags.accounts),
    isPostgres: flags.engine === 'postgres',
    isPinned: flags.pin,
    asJson: flags.json,
    ...{ rounds, seconds },
  })
  process.exit(0)
}
if (flags.soak) {
  const protocol = SOAK_PROTOCOLS.find((one) => one === flags.protocol)
  if (protocol === undefined) throw new Error(`--protocol is one of ${SOAK_PROTOCOLS.join(', ')}`)
  const { json, translated: isTranslated } = flags
  const streams = Number(flags.streams)
  const slow = Math.round(Number(flags.slow ?? streams / 20))
  process.exit(await soak({ streams, slow, seconds, json, protocol, isTranslated }))
}
await compare()
