/** Traces and metrics of calls for a collector. Loaded only where one is named. */
import { setGlobalErrorHandler } from '@opentelemetry/core'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import type { Clock } from '../clock'
import type { Logger } from '../log'
import type { Random } from '../random'
import type { OpenTrace } from '../relay/ports/call-trace'
import type { CallListener, CallReport } from '../relay/ports/ports'
import type { TelemetrySettings } from '../telemetry-settings'
import { CallCounts } from './call-counts'
import type { EndedCall } from './ended-call'
import { metricExporter, spanExporter } from './exporters'
import { traceIds } from './ids'
import { callMetrics } from './meters'
import { originFinder } from './sampling'
import { SendingState } from './sending-state'
import { SpanQueue } from './span-queue'
import { type Source, spansOf } from './spans'
import { TracedCall } from './traced-call'

export interface TelemetryParts {
  readonly settings: TelemetrySettings
  readonly version: string
  readonly log: Logger
  readonly clock: Clock
  readonly random: Random
}

export interface Telemetry {
  readonly openTrace: OpenTrace
  readonly listener: CallListener
  /** Sends what waits, within a few seconds. */
  readonly stop: () => Promise<void>
}

/** A collector that is away must not keep a process from ending. */
const STOP_LIMIT_MS = 2000

export async function openTelemetry(parts: TelemetryParts): Promise<Telemetry> {
  const { settings, clock, random } = parts
  const source = sourceOf(parts)
  // The reader of metrics reports failures here as well as to its exporter.
  setGlobalErrorHandler(() => {})
  const queue = await openQueue(parts, source)
  const metrics = await openMetrics(parts, source, () => queue?.dropped ?? 0)
  const ids = traceIds(random)
  const { sampling, propagates } = settings
  const originOf = originFinder({ sampling, propagates, ids })
  const ended = (call: EndedCall) => {
    metrics?.record(call)
    if (call.isSampled) queue?.add(call)
  }
  const tracing = { clock, ids, propagates, ended }
  return {
    openTrace: (headers) => new TracedCall(tracing, originOf(headers)),
    listener: {
      attempted: (call, attempt) => tracedOf(call)?.attempted(attempt),
      settled: (call, settlement) => tracedOf(call)?.settled(call, settlement),
    },
    async stop() {
      const sent = Promise.allSettled([queue?.flush(), metrics?.stop()])
      await Promise.race([sent, Bun.sleep(STOP_LIMIT_MS)])
    },
  }
}

function tracedOf({ facts }: CallReport): TracedCall | undefined {
  return facts.trace instanceof TracedCall ? facts.trace : undefined
}

function sourceOf({ settings, version, random }: TelemetryParts): Source {
  const own = resourceFromAttributes({
    'service.version': version,
    'service.instance.id': Buffer.from(random.bytes(16)).toString('hex'),
    ...settings.resource,
  })
  const resource = defaultResource().merge(own)
  return { resource, instrumentationScope: { name: 'gw', version } }
}

async function openQueue(
  { settings, log, clock }: TelemetryParts,
  source: Source,
): Promise<SpanQueue | undefined> {
  const { traces, queue: limits, sending } = settings
  if (traces === undefined) return undefined
  const state = new SendingState(log, 'traces')
  const exporter = await spanExporter(sending, traces)
  return new SpanQueue({
    limits,
    clock,
    exporter,
    spansOf: (call) => spansOf(call, source),
    onResult: (result) => state.record(result),
  })
}

async function openMetrics(
  { settings, log, clock }: TelemetryParts,
  source: Source,
  dropped: () => number,
) {
  const { metrics, sending, metricsEveryMs } = settings
  if (metrics === undefined) return undefined
  const state = new SendingState(log, 'metrics')
  const exporter = await metricExporter(sending, metrics, (result) => state.record(result))
  const counts = new CallCounts()
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(metricsEveryMs, sending.timeoutMs),
    metricProducers: [callMetrics({ source, clock, counts, dropped })],
  })
  const provider = new MeterProvider({ resource: source.resource, readers: [reader] })
  return { record: (call: EndedCall) => counts.add(call), stop: () => provider.shutdown() }
}
