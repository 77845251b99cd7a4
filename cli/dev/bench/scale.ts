/**
 * How a gateway grows: with workers, with nodes on one database, with accounts. Each combination
 * is measured in turns, so that a machine whose speed drifts still gives honest ratios.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSeconds, familyOf, type Running, rssMb, start } from './processes'
import { BENCH_MODEL, SEAL_KEY, seed } from './seed'
import { gatewayCommand, startMock } from './targets'

export interface ScaleOptions {
  readonly workers: readonly number[]
  readonly nodes: readonly number[]
  readonly accounts: readonly number[]
  readonly isPostgres: boolean
  /** A gateway of one process has one core to itself. */
  readonly isPinned: boolean
  readonly asJson: boolean
  readonly rounds: number
  readonly seconds: number
}

interface Combination {
  readonly workers: number
  readonly nodes: number
  readonly accounts: number
}

interface Sample {
  readonly requestsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failures: number
  readonly cpuMicros: number
  readonly memoryMb: number
}

const CONNECTIONS = 64
const WARM_UP_SECONDS = 1

export async function measureScale(options: ScaleOptions): Promise<void> {
  const { workers, nodes, accounts, rounds, asJson, isPostgres } = options
  const { GW_BENCH_DATABASE_URL: postgres = '' } = process.env
  if (isPostgres && postgres === '') throw new Error('$GW_BENCH_DATABASE_URL names no database')
  if (!isPostgres && Math.max(...nodes) > 1) throw new Error('several nodes need PostgreSQL')
  const mock = await startMock()
  const data = mkdtempSync(join(tmpdir(), 'gw-bench-'))
  const url = isPostgres ? postgres : join(data, 'gw.db')
  const combinations: Combination[] = workers.flatMap((w) =>
    nodes.flatMap((n) => accounts.map((a) => ({ workers: w, nodes: n, accounts: a }))),
  )
  const samples = combinations.map((): Sample[] => [])
  try {
    const keys = await seed(
      { data, url },
      {
        accounts: Math.max(...accounts),
        upstream: `http://127.0.0.1:${mock.port}`,
        channels: 1,
        models: [BENCH_MODEL],
      },
    )
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, combination] of combinations.entries()) {
        samples[at]?.push(await sample(combination, { data, url, keys, options }))
      }
    }
  } finally {
    await mock.running.stop()
    rmSync(data, { recursive: true, force: true })
  }
  const rows = combinations.map((each, at) => ({ ...each, ...medians(samples[at] ?? []) }))
  const first = rows[0]?.requestsPerSecond ?? 1
  const compared = rows.map((row) => ({ ...row, ratio: rounded(row.requestsPerSecond / first, 2) }))
  if (asJson) console.log(JSON.stringify(compared, null, 2))
  else console.table(compared)
}

interface Place {
  readonly data: string
  readonly url: string
  readonly keys: readonly string[]
  readonly options: ScaleOptions
}

async function sample({ workers, nodes, accounts }: Combination, place: Place): Promise<Sample> {
  const { keys, options } = place
  const gateways: Running[] = []
  try {
    for (let node = 0; node < nodes; node += 1) {
      gateways.push(await startGateway(workers, place))
    }
    const family = gateways.flatMap(({ pid }) => familyOf(pid))
    const spent = () => family.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const before = spent()
    const load = await runLoad({
      ports: gateways.map(({ line }) => (JSON.parse(line) as { port: number }).port),
      keys: keys.slice(0, accounts),
      seconds: options.seconds,
    })
    const share = options.seconds / (options.seconds + WARM_UP_SECONDS)
    return {
      ...load,
      cpuMicros: ((spent() - before) * share * 1e6) / Math.max(1, load.requests),
      memoryMb: family.reduce((sum, pid) => sum + rssMb(pid), 0),
    }
  } finally {
    for (const { stop } of gateways) await stop()
  }
}

function startGateway(workers: number, { data, url, options }: Place): Promise<Running> {
  const pinned = options.isPinned && workers === 1 ? ['taskset', '-c', '0'] : []
  const flags = ['--json', 'serve', '--port', '0', '--workers', String(workers)]
  return start([...pinned, ...gatewayCommand(), ...flags], {
    env: { GW_DATA: data, GW_DATABASE_URL: url, GW_SECRET_KEY: SEAL_KEY },
  })
}

interface Loading {
  readonly ports: readonly number[]
  readonly keys: readonly string[]
  readonly seconds: number
}

type Load = Pick<Sample, 'requestsPerSecond' | 'p50Ms' | 'p99Ms' | 'failures'> & {
  readonly requests: number
}

async function runLoad(loading: Loading): Promise<Load> {
  const order = {
    ...loading,
    path: '/v1/chat/completions',
    headers: {},
    body: JSON.stringify({
      model: BENCH_MODEL,
      messages: [{ role: 'user', content: 'say something short' }],
    }),
    connections: CONNECTIONS,
    warmupSeconds: WARM_UP_SECONDS,
    port: loading.ports[0],
  }
  const child = Bun.spawn(
    [process.execPath, join(import.meta.dir, 'load.ts'), JSON.stringify(order)],
    {
      stdout: 'pipe',
    },
  )
  return JSON.parse(await new Response(child.stdout).text()) as Load
}

function medians(samples: readonly Sample[]) {
  const of = (field: keyof Sample) => {
    const sorted = samples.map((each) => each[field]).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  }
  return {
    requestsPerSecond: Math.round(of('requestsPerSecond')),
    p50Ms: rounded(of('p50Ms'), 1),
    p99Ms: rounded(of('p99Ms'), 1),
    cpuMicros: Math.round(of('cpuMicros')),
    memoryMb: Math.round(of('memoryMb')),
    failures: of('failures'),
  }
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
