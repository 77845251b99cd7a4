/** What a process measures of itself, and the one that is asked puts together. */
import type { ManagementProcess } from './management-process'
import type { Place } from './open-relay'
import { PROGRAM_VERSION } from './program-version'
import type { Relay } from './relay/call/relay'
import type { CallListener } from './relay/ports/ports'
import { createCallMetrics } from './services/metrics/call-metrics'
import { exposition } from './services/metrics/exposition'
import { watchLoop } from './services/metrics/loop-delay'
import { MetricCounts } from './services/metrics/metric-counts'
import { type ProcessReport, type Reading, reading } from './services/metrics/process-report'
import { siteReadings } from './services/metrics/site-readings'
import { workerNode } from './workers/role'

export interface Metrics {
  readonly listener: CallListener
  /** What is read from the relay, once it is there. */
  readonly watch: (relay: Relay) => void
  /** The text that Prometheus reads: of all processes of this gateway. */
  readonly scrape: () => Promise<string>
  readonly stop: () => void
}

/** `undefined` where nobody may read them: then nothing is counted. */
export function openMetrics(
  place: Place,
  { snapshot, valkey }: Pick<ManagementProcess, 'snapshot' | 'valkey'>,
): Metrics | undefined {
  const { configuration, clock, db, hub, writer, log } = place
  const { metrics: settings } = configuration
  if (settings === undefined) return undefined
  const { by } = settings
  const counts = new MetricCounts()
  const name = processName(place)
  const { listener, charged } = createCallMetrics({ ...snapshot, counts, clock, by })
  db.ledger.onCharged(charged)
  db.ledger.onCommit((tookMs) => counts.observe('gw_ledger_commit_seconds', [name], tookMs / 1000))
  const stop = watchLoop(clock, (late) =>
    counts.observe('gw_event_loop_delay_seconds', [name], late),
  )
  let relay: Relay | undefined
  const readings = () => [
    ...processReadings(place, name),
    ...valkeyReadings(valkey, name),
    ...(relay === undefined ? [] : relayReadings(relay, name)),
  ]
  writer?.measures((): ProcessReport => ({ counts: counts.take(), readings: readings() }))
  async function scrape(): Promise<string> {
    const site = siteReadings(db, clock).catch((error: unknown) => {
      log.warn('the database could not be asked for metrics', { error })
      return []
    })
    const reports = (await hub?.metricReports()) ?? []
    for (const report of reports) counts.merge(report.counts)
    const told = reports.flatMap((report) => report.readings)
    const own = [...readings(), ...(await site), reading('gw_build_info', [PROGRAM_VERSION], 1)]
    return await exposition({ counts, readings: [...own, ...told], by, clock })
  }
  return {
    listener,
    watch(opened) {
      relay = opened
    },
    scrape: shared(scrape),
    stop,
  }
}

/** Whoever asks meanwhile gets the answer that is being made. */
function shared(make: () => Promise<string>): () => Promise<string> {
  let made: Promise<string> | undefined
  return () => {
    made ??= make().finally(() => {
      made = undefined
    })
    return made
  }
}

function processName({ role }: Place): string {
  if (role === undefined) return 'main'
  return role.kind === 'worker' ? workerNode(role) : role.kind
}

const MICROSECONDS = 1_000_000

function processReadings({ db, ledger, databaseState }: Place, name: string): readonly Reading[] {
  const { user, system } = process.cpuUsage()
  const startMs = performance.timeOrigin
  return [
    reading('gw_ledger_queue', [name], db.ledger.depth()),
    reading('gw_settlements_pending', [name], ledger.health().waiting),
    reading('gw_database_ok', [name], databaseState() === 'ok' ? 1 : 0),
    reading('process_cpu_seconds_total', [name], (user + system) / MICROSECONDS),
    reading('process_resident_memory_bytes', [name], process.memoryUsage.rss()),
    reading('process_start_time_seconds', [name], startMs / 1000),
  ]
}

function valkeyReadings(valkey: ManagementProcess['valkey'], name: string): readonly Reading[] {
  if (valkey === undefined) return []
  return [reading('gw_valkey_ok', [name], valkey.problem() === undefined ? 1 : 0)]
}

function relayReadings(relay: Relay, name: string): readonly Reading[] {
  const running = relay.running()
  const streams = running.filter(({ isStreamed }) => isStreamed).length
  const { busy, idle } = relay.upstream.connections()
  const resting = Object.entries(relay.route.health.resting())
  return [
    reading('gw_running_calls', [name], running.length),
    reading('gw_open_streams', [name], streams),
    reading('gw_upstream_connections', [name, 'busy'], busy),
    reading('gw_upstream_connections', [name, 'idle'], idle),
    ...resting.map(([of, count]) => reading('gw_cooldowns', [name, of], count)),
  ]
}
