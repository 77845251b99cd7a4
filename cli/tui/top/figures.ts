/** What happened between two readings of the metrics, and how things are at the later one. */
import type { MetricName } from '../../../server/domain/metrics/metrics'
import type { Sample } from './exposition'

export interface Scrape {
  readonly atMs: number
  readonly samples: readonly Sample[]
}

export interface ChannelFigures {
  readonly name: string
  readonly attemptsPerS: number
  /** Of 1. */
  readonly failed: number
  /** Seconds; `undefined` where nothing was measured. */
  readonly p95: number | undefined
  readonly usdPerHour: number
}

export interface ModelFigures {
  readonly name: string
  readonly callsPerS: number
  readonly firstByteP95: number | undefined
  readonly tokensPerS: number
  readonly usdPerHour: number
}

export interface ProcessFigures {
  readonly name: string
  /** Of one core. */
  readonly cpu: number
  readonly memoryBytes: number
  readonly loopP99: number | undefined
  readonly running: number
  readonly ledgerQueue: number
}

export interface TopFigures {
  readonly version: string
  readonly upSeconds: number
  readonly callsPerS: number
  readonly failed: number
  readonly running: number
  readonly streams: number
  readonly firstByteP95: number | undefined
  readonly overheadP50: number | undefined
  readonly overheadP99: number | undefined
  readonly tokensPerS: number
  readonly usdPerHour: number
  readonly costPerHour: number
  readonly settlementsPending: number
  readonly cooldowns: number
  readonly isDatabaseOk: boolean
  readonly errors: readonly { readonly reason: string; readonly perS: number }[]
  readonly channels: readonly ChannelFigures[]
  readonly models: readonly ModelFigures[]
  readonly processes: readonly ProcessFigures[]
}

type Labels = Readonly<Record<string, string>>

/** The samples of two readings by name. */
class Change {
  readonly seconds: number
  readonly #now: ReadonlyMap<string, readonly Sample[]>
  readonly #before: ReadonlyMap<string, number>

  constructor(before: Scrape, now: Scrape) {
    this.seconds = Math.max(0.001, (now.atMs - before.atMs) / 1000)
    this.#now = Map.groupBy(now.samples, ({ name }) => name)
    this.#before = new Map(before.samples.map((sample) => [keyOf(sample), sample.value]))
  }

  /** As it is now. */
  gauge(name: MetricName, wanted: Labels = {}): number {
    return sum(this.#those(name, wanted).map(({ value }) => value))
  }

  /** A counter that is lower than before was begun anew. */
  perSecond(name: string, wanted: Labels = {}): number {
    return sum(this.#those(name, wanted).map((each) => this.#added(each))) / this.seconds
  }

  values(name: MetricName, label: string): readonly string[] {
    const found = (this.#now.get(name) ?? []).map(({ labels }) => labels[label] ?? '')
    return [...new Set(found)]
  }

  quantile(share: number, name: MetricName, wanted: Labels = {}): number | undefined {
    const counts = new Map<number, number>()
    for (const sample of this.#those(`${name}_bucket`, wanted)) {
      const bound = sample.labels.le === '+Inf' ? Infinity : Number(sample.labels.le)
      counts.set(bound, (counts.get(bound) ?? 0) + this.#added(sample))
    }
    return quantileOf(share, counts)
  }

  #those(name: string, wanted: Labels): readonly Sample[] {
    const all = this.#now.get(name) ?? []
    const entries = Object.entries(wanted)
    if (entries.length === 0) return all
    return all.filter(({ labels }) => entries.every(([key, value]) => labels[key] === value))
  }

  #added(sample: Sample): number {
    const before = this.#before.get(keyOf(sample)) ?? 0
    return sample.value < before ? sample.value : sample.value - before
  }
}

function keyOf({ name, labels }: Sample): string {
  return `${name} ${JSON.stringify(Object.entries(labels).sort())}`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Linear inside a bucket, as Prometheus has it. */
function quantileOf(share: number, counts: ReadonlyMap<number, number>): number | undefined {
  const buckets = [...counts].sort(([one], [other]) => one - other)
  const total = buckets.at(-1)?.[1] ?? 0
  if (total === 0) return undefined
  const rank = share * total
  let [lower, below] = [0, 0]
  for (const [bound, count] of buckets) {
    if (count >= rank) {
      if (bound === Infinity) return lower
      return count === below ? bound : lower + ((bound - lower) * (rank - below)) / (count - below)
    }
    ;[lower, below] = [bound, count]
  }
  return lower
}

const SECONDS_PER_HOUR = 3600

export function figuresBetween(before: Scrape, now: Scrape): TopFigures {
  const change = new Change(before, now)
  const callsPerS = change.perSecond('gw_requests_total')
  const started = now.samples.filter(({ name }) => name === 'process_start_time_seconds')
  const startS = Math.min(...started.map(({ value }) => value), now.atMs / 1000)
  return {
    version: change.values('gw_build_info', 'version')[0] ?? '',
    upSeconds: Math.max(0, now.atMs / 1000 - startS),
    callsPerS,
    failed: share(change.perSecond('gw_requests_total', { status: '5xx' }), callsPerS),
    running: change.gauge('gw_running_calls'),
    streams: change.gauge('gw_open_streams'),
    firstByteP95: change.quantile(0.95, 'gw_first_byte_seconds'),
    overheadP50: change.quantile(0.5, 'gw_overhead_seconds'),
    overheadP99: change.quantile(0.99, 'gw_overhead_seconds'),
    tokensPerS: change.perSecond('gw_tokens_total'),
    usdPerHour: change.perSecond('gw_spend_usd_total') * SECONDS_PER_HOUR,
    costPerHour: change.perSecond('gw_channel_cost_usd_total') * SECONDS_PER_HOUR,
    settlementsPending: change.gauge('gw_settlements_pending'),
    cooldowns: change.gauge('gw_cooldowns'),
    isDatabaseOk: change.values('gw_database_ok', 'process').every(isOk(change)),
    errors: errorsOf(change),
    channels: channelsOf(change),
    models: modelsOf(change),
    processes: change.values('process_cpu_seconds_total', 'process').map(processOf(change)),
  }
}

function isOk(change: Change) {
  return (process: string) => change.gauge('gw_database_ok', { process }) === 1
}

function share(part: number, total: number): number {
  return total === 0 ? 0 : part / total
}

function errorsOf(change: Change): TopFigures['errors'] {
  return change
    .values('gw_errors_total', 'reason')
    .map((reason) => ({ reason, perS: change.perSecond('gw_errors_total', { reason }) }))
    .filter(({ perS }) => perS > 0)
    .sort((one, other) => other.perS - one.perS)
}

function channelsOf(change: Change): readonly ChannelFigures[] {
  const figures = change.values('gw_attempts_total', 'name').map((name) => {
    const attemptsPerS = change.perSecond('gw_attempts_total', { name })
    const answered = change.perSecond('gw_attempts_total', { name, status: '2xx' })
    const usdPerS = change.perSecond('gw_channel_spend_usd_total', { name })
    return {
      name,
      attemptsPerS,
      failed: share(attemptsPerS - answered, attemptsPerS),
      p95: change.quantile(0.95, 'gw_attempt_seconds', { name }),
      usdPerHour: usdPerS * SECONDS_PER_HOUR,
    }
  })
  return figures.sort((one, other) => other.attemptsPerS - one.attemptsPerS)
}

function modelsOf(change: Change): readonly ModelFigures[] {
  const figures = change.values('gw_requests_total', 'model').map((name) => {
    const model = { model: name }
    return {
      name,
      callsPerS: change.perSecond('gw_requests_total', model),
      firstByteP95: change.quantile(0.95, 'gw_first_byte_seconds', model),
      tokensPerS: change.perSecond('gw_tokens_total', model),
      usdPerHour: change.perSecond('gw_spend_usd_total', model) * SECONDS_PER_HOUR,
    }
  })
  return figures.sort((one, other) => other.callsPerS - one.callsPerS)
}

function processOf(change: Change) {
  return (process: string): ProcessFigures => ({
    name: process,
    cpu: change.perSecond('process_cpu_seconds_total', { process }),
    memoryBytes: change.gauge('process_resident_memory_bytes', { process }),
    loopP99: change.quantile(0.99, 'gw_event_loop_delay_seconds', { process }),
    running: change.gauge('gw_running_calls', { process }),
    ledgerQueue: change.gauge('gw_ledger_queue', { process }),
  })
}
