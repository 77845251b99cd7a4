/**
 * `npm run bench -- --soak`: thousands of streams for minutes, and what they do to memory.
 * Memory must not depend on how long a stream is, so the slope is what is judged.
 */
import { join } from 'node:path'
import { cpuSeconds, rssMb, start } from './processes'
import type { SoakOrder, SoakReading } from './soak-clients'
import { SOAK_FORMATS, type SoakProtocol } from './soak-formats'
import { gatewayTarget, type Target } from './targets'

const SPACING_MS = 100
/** Connections open, pools and heaps grow: not what a slope should see. */
const SETTLING_SECONDS = 20
const SAMPLE_SECONDS = 5
const MAX_GROWTH_MB = 40
const MAX_RSS_MB = 450

export interface SoakOptions {
  readonly streams: number
  /** Further readers that take a little every few seconds. */
  readonly slow: number
  readonly seconds: number
  readonly json: boolean
  /** What the clients speak. */
  readonly protocol: SoakProtocol
  /** The upstream speaks as OpenAI's chats do, whatever the clients speak. */
  readonly isTranslated: boolean
}

/** Has chats alone, so that clients of every other kind are translated. */
const PLAIN_TYPE = '43'
/** Another name than that of the first channel. */
const PLAIN_MODEL = 'gpt-4o'

interface Sample {
  readonly second: number
  readonly rssMb: number
}

export interface SoakReport extends SoakReading {
  readonly streams: number
  readonly slow: number
  readonly seconds: number
  readonly cpuSeconds: number
  readonly maxRssMb: number
  /** `undefined` when the run was too short to tell. */
  readonly growthMb: number | undefined
  readonly slopeMbPerMinute: number | undefined
  readonly samples: readonly Sample[]
  readonly missed: readonly string[]
}

/** The exit code: 0 when memory stayed where it has to. */
export async function soak(options: SoakOptions): Promise<number> {
  const frames = Math.round((options.seconds * 1000) / SPACING_MS)
  const script = join(import.meta.dir, 'soak-upstream.ts')
  const spoken = options.isTranslated ? 'openai' : options.protocol
  const orders = [String(frames), String(SPACING_MS), spoken]
  const upstream = await start([process.execPath, script, ...orders])
  const baseUrl = `http://127.0.0.1:${upstream.line.trim()}`
  const { channelType, model: native } = SOAK_FORMATS[options.protocol]
  const type = options.isTranslated ? PLAIN_TYPE : channelType
  const model = options.isTranslated ? PLAIN_MODEL : native
  // One channel for gpt-4o-mini is there already.
  const isThere = type === '1'
  const more = isThere ? [] : [{ type, models: model, baseUrl }]
  const target = await gatewayTarget(baseUrl, more)
  try {
    const report = await run(target, model, options)
    if (options.json) console.log(JSON.stringify(report, null, 2))
    else print(report)
    return report.missed.length === 0 ? 0 : 1
  } finally {
    await target.stop()
    await upstream.stop()
  }
}

async function run(target: Target, model: string, options: SoakOptions): Promise<SoakReport> {
  const { streams, slow, seconds, json, protocol } = options
  const order: SoakOrder = {
    port: target.port,
    protocol,
    headers: target.headers,
    model,
    streams,
    slow,
    limitSeconds: seconds * 1.5 + 30,
  }
  const script = join(import.meta.dir, 'soak-clients.ts')
  const clients = Bun.spawn([process.execPath, script, JSON.stringify(order)], { stdout: 'pipe' })
  const samples: Sample[] = []
  const pid = target.pid ?? 0
  const beganMs = performance.now()
  const cpuBefore = cpuSeconds(pid)
  const sampler = setInterval(() => {
    const second = Math.round((performance.now() - beganMs) / 1000)
    // Streams that end give memory back; that is not the question.
    if (second > seconds) return
    samples.push({ second, rssMb: rssMb(pid) })
    if (!json) console.log(`${second} s: ${Math.round(rssMb(pid))} MB`)
  }, SAMPLE_SECONDS * 1000)
  const reading = JSON.parse(await new Response(clients.stdout).text()) as SoakReading
  clearInterval(sampler)
  const cpu = cpuSeconds(pid) - cpuBefore
  return judge({ ...reading, streams, slow, seconds, cpuSeconds: cpu, samples })
}

type Measured = Omit<SoakReport, 'maxRssMb' | 'growthMb' | 'slopeMbPerMinute' | 'missed'>

function judge(measured: Measured): SoakReport {
  const { samples, streams, complete, causes } = measured
  const maxRssMb = Math.max(...samples.map((sample) => sample.rssMb))
  const settled = samples.filter(({ second }) => second >= SETTLING_SECONDS)
  const slope = settled.length < 3 ? undefined : slopePerSecond(settled)
  const first = settled[0]?.second ?? 0
  const last = settled.at(-1)?.second ?? 0
  const growthMb = slope === undefined ? undefined : slope * (last - first)
  const missed = [
    ...(complete < streams ? [`${streams - complete} streams did not arrive completely`] : []),
    ...causes.map((one) => `${one.streams} ${one.cause} ${one.words && `(${one.words})`}`.trim()),
    ...(maxRssMb > MAX_RSS_MB ? [`RSS rose above ${MAX_RSS_MB} MB`] : []),
    ...((growthMb ?? 0) > MAX_GROWTH_MB ? [`RSS grew by more than ${MAX_GROWTH_MB} MB`] : []),
  ]
  const slopeMbPerMinute = slope === undefined ? undefined : slope * 60
  return { ...measured, maxRssMb, growthMb, slopeMbPerMinute, missed }
}

/** Least squares: a collector's saw-tooth must not decide by where the last sample falls. */
function slopePerSecond(samples: readonly Sample[]): number {
  const meanX = mean(samples.map(({ second }) => second))
  const meanY = mean(samples.map((sample) => sample.rssMb))
  let covariance = 0
  let variance = 0
  for (const sample of samples) {
    covariance += (sample.second - meanX) * (sample.rssMb - meanY)
    variance += (sample.second - meanX) ** 2
  }
  return variance === 0 ? 0 : covariance / variance
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

function print(report: SoakReport): void {
  const { streams, slow, seconds, complete, chunks, p50Ms, p99Ms, missed } = report
  const grown = (mb: number | undefined) => (mb === undefined ? 'too short to tell' : round1(mb))
  console.log(`${streams} streams and ${slow} slow readers for ${seconds} s`)
  console.table({
    'highest RSS, MB': Math.round(report.maxRssMb),
    [`RSS growth after ${SETTLING_SECONDS} s, MB`]: grown(report.growthMb),
    'slope, MB/minute': grown(report.slopeMbPerMinute),
    'chunk delay p50 / p99, ms': `${p50Ms} / ${p99Ms}`,
    'streams complete': complete,
    chunks,
    'read by slow readers, MB': Math.round(report.slowMegabytes),
    'CPU seconds': round1(report.cpuSeconds),
  })
  console.log(missed.length === 0 ? 'within the bar' : `missed: ${missed.join('; ')}`)
}

function round1(value: number): number {
  return Math.round(value * 10) / 10
}
