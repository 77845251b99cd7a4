/**
 * What it costs to be watched: the same calls alone, with Prometheus reading every second, and
 * with a collector of traces and metrics, in turns. Calls go to all of many models at many
 * channels, so that there are as many series as a large site has.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds, type Running, start } from './processes'
import { BENCH_MODEL, SEAL_KEY, seed } from './seed'
import { gatewayCommand, startMock } from './targets'

export interface WatchedOptions {
  readonly rounds: number
  readonly seconds: number
  readonly asJson: boolean
}

const CHANNELS = 200
const MODELS = [BENCH_MODEL, ...Array.from({ length: 499 }, (_, at) => `model-${at}`)]
const CONNECTIONS = 64
/** The first turn of a gateway compiles what it runs. */
const WARM_UP_SECONDS = 3
const SCRAPE_EVERY_MS = 1000
const METRICS_TOKEN = 'bench-bench-bench'
const KINDS = ['alone', 'scraped', 'traced'] as const
type Kind = (typeof KINDS)[number]

interface Load {
  readonly requestsPerSecond: number
  readonly requests: number
  readonly failures: number
  readonly p99Ms: number
}

interface Sample extends Load {
  readonly cpuMicros: number
  readonly scrapes: readonly Scrape[]
}

interface Scrape {
  readonly tookMs: number
  readonly series: number
}

interface Place {
  readonly data: string
  readonly key: string
  readonly collector: string
  readonly seconds: number
}

export async function measureWatched({ rounds, seconds, asJson }: WatchedOptions): Promise<void> {
  const mock = await startMock()
  const data = mkdtempSync(join(tmpdir(), 'gw-bench-'))
  using collector = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: swallow })
  const samples = new Map<Kind, Sample[]>(KINDS.map((kind) => [kind, []]))
  try {
    const upstream = `http://127.0.0.1:${mock.port}`
    const site = { accounts: 1, channels: CHANNELS, models: MODELS, upstream }
    const [key = ''] = await seed({ data, url: join(data, 'gw.db') }, site)
    const place = { data, key, collector: `http://127.0.0.1:${collector.port}`, seconds }
    for (let round = 0; round < rounds; round += 1) {
      for (const kind of KINDS) samples.get(kind)?.push(await sample(kind, place))
    }
  } finally {
    await mock.running.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const rows = KINDS.map((kind) => rowOf(kind, samples.get(kind) ?? []))
  const alone = rows[0]
  const compared = rows.map((row) => ({
    ...row,
    cpuRatio: rounded(row.cpuMicros / (alone?.cpuMicros ?? 1), 3),
    rateRatio: rounded(row.requestsPerSecond / (alone?.requestsPerSecond ?? 1), 3),
  }))
  if (asJson) console.log(JSON.stringify(compared, null, 2))
  else console.table(compared)
}

async function swallow(request: Request): Promise<Response> {
  await request.arrayBuffer()
  return new Response(null, { status: 200 })
}

const ENVIRONMENTS: Readonly<Record<Kind, (place: Place) => Record<string, string>>> = {
  alone: () => ({}),
  scraped: () => ({ GW_METRICS_TOKEN: METRICS_TOKEN }),
  traced: ({ collector }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
}

async function sample(kind: Kind, place: Place): Promise<Sample> {
  const gateway = await start([...gatewayCommand(), '--json', 'serve', '--port', '0'], {
    env: { GW_DATA: place.data, GW_SECRET_KEY: SEAL_KEY, ...ENVIRONMENTS[kind](place) },
  })
  try {
    return await underLoad(kind, gateway, place)
  } finally {
    await gateway.stop()
  }
}

async function underLoad(kind: Kind, gateway: Running, place: Place): Promise<Sample> {
  const { port } = JSON.parse(gateway.line) as { port: number }
  const before = cpuSeconds(gateway.pid)
  const load = startLoad(port, place)
  const scrapes: Scrape[] = []
  const timer = setInterval(() => {
    if (kind === 'scraped') void scrape(port).then((read) => scrapes.push(read))
  }, SCRAPE_EVERY_MS)
  const result = await load
  clearInterval(timer)
  const share = place.seconds / (place.seconds + WARM_UP_SECONDS)
  const spent = (cpuSeconds(gateway.pid) - before) * share
  return { ...result, cpuMicros: (spent * 1e6) / Math.max(1, result.requests), scrapes }
}

async function scrape(port: number): Promise<Scrape> {
  const began = performance.now()
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`/metrics answers ${answer.status}`)
  const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return { tookMs: performance.now() - began, series: series.length }
}

async function startLoad(port: number, { key, seconds }: Place): Promise<Load> {
  const texts = MODELS.map((model) =>
    JSON.stringify({ model, messages: [{ role: 'user', content: 'say something short' }] }),
  )
  const order = {
    ...{ port, path: '/v1/chat/completions', headers: {}, keys: [key], texts },
    ...{ connections: CONNECTIONS, seconds, warmupSeconds: WARM_UP_SECONDS },
  }
  const script = join(import.meta.dir, 'load.ts')
  const child = Bun.spawn([process.execPath, script, JSON.stringify(order)], { stdout: 'pipe' })
  return JSON.parse(await new Response(child.stdout).text()) as Load
}

function rowOf(kind: Kind, samples: readonly Sample[]) {
  const of = (field: keyof Load | 'cpuMicros') => median(samples.map((each) => each[field]))
  const scrapes = samples.flatMap((each) => each.scrapes)
  return {
    kind,
    requestsPerSecond: Math.round(of('requestsPerSecond')),
    cpuMicros: Math.round(of('cpuMicros')),
    p99Ms: rounded(of('p99Ms'), 1),
    failures: samples.reduce((sum, each) => sum + each.failures, 0),
    ...(scrapes.length > 0 && {
      scrapeP50Ms: rounded(median(scrapes.map(({ tookMs }) => tookMs)), 1),
      scrapeMaxMs: rounded(Math.max(...scrapes.map(({ tookMs }) => tookMs)), 1),
      series: Math.max(...scrapes.map(({ series }) => series)),
    }),
  }
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
