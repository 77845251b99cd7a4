/** What OTEL_… says about traces and metrics; read before anything of OpenTelemetry is loaded. */
import {
  ConfigurationError,
  type Environment,
  integer,
  oneOf,
  text,
  timeout,
  webAddress,
} from './configuration-values'
import { Secret } from './log'

const PROTOCOLS = ['http/protobuf', 'http/json'] as const
const COMPRESSIONS = ['none', 'gzip'] as const
const EXPORTERS = ['otlp', 'none'] as const
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
const PARENT_BASED = 'parentbased_'

export interface TelemetrySettings {
  readonly traces: OtlpAddress | undefined
  readonly metrics: OtlpAddress | undefined
  readonly sending: OtlpSending
  readonly resource: Readonly<Record<string, string>>
  readonly sampling: Sampling
  /** Whether `traceparent` is read from clients and sent to upstreams. */
  readonly propagates: boolean
  readonly queue: QueueLimits
  readonly metricsEveryMs: number
}

export type OtlpAddress = string

export interface OtlpSending {
  readonly protocol: (typeof PROTOCOLS)[number]
  readonly compression: (typeof COMPRESSIONS)[number]
  readonly timeoutMs: number
  /** Most of them hold the key of the collector. */
  readonly headers: Readonly<Record<string, Secret>>
}

export interface Sampling {
  readonly kind: (typeof SAMPLERS)[number]
  /** What the caller has decided wins. */
  readonly followsParent: boolean
  /** From 0 to 1. */
  readonly ratio: number
}

export interface QueueLimits {
  readonly spans: number
  readonly batch: number
  readonly delayMs: number
}

/** `undefined` where nothing is to be sent. Throws `ConfigurationError`. */
export function readTelemetrySettings(env: Environment): TelemetrySettings | undefined {
  if (oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false']) === 'true') return undefined
  const traces = addressOf(env, 'TRACES')
  const metrics = addressOf(env, 'METRICS')
  if (traces === undefined && metrics === undefined) return undefined
  const spans = count(env, 'OTEL_BSP_MAX_QUEUE_SIZE')
  const propagators = text(env, 'OTEL_PROPAGATORS').split(',')
  return {
    traces,
    metrics,
    sending: {
      protocol: oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS),
      compression: oneOf(env, 'OTEL_EXPORTER_OTLP_COMPRESSION', COMPRESSIONS),
      timeoutMs: timeout(env, 'OTEL_EXPORTER_OTLP_TIMEOUT'),
      headers: secrets(pairs(env, 'OTEL_EXPORTER_OTLP_HEADERS')),
    },
    resource: {
      ...pairs(env, 'OTEL_RESOURCE_ATTRIBUTES'),
      ...serviceName(env),
    },
    sampling: samplingOf(env),
    propagates: propagators.some((name) => name.trim() === 'tracecontext'),
    queue: {
      spans,
      batch: Math.min(spans, count(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE')),
      delayMs: timeout(env, 'OTEL_BSP_SCHEDULE_DELAY'),
    },
    metricsEveryMs: timeout(env, 'OTEL_METRIC_EXPORT_INTERVAL', 100),
  }
}

/** The address of one signal stands as it is; the common one gets the signal's path. */
function addressOf(env: Environment, signal: 'TRACES' | 'METRICS'): OtlpAddress | undefined {
  if (oneOf(env, `OTEL_${signal}_EXPORTER`, EXPORTERS) === 'none') return undefined
  const own = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`
  if (text(env, own) !== '') return webAddress(env, own)
  const common = 'OTEL_EXPORTER_OTLP_ENDPOINT'
  if (text(env, common) === '') return undefined
  return `${webAddress(env, common)}/v1/${signal.toLowerCase()}`
}

/** A name among the resource attributes is meant, unless the variable of its own is set. */
function serviceName(env: Environment): Readonly<Record<string, string>> {
  const isSet = Boolean(env.OTEL_SERVICE_NAME?.trim())
  const isNamed = 'service.name' in pairs(env, 'OTEL_RESOURCE_ATTRIBUTES')
  return isNamed && !isSet ? {} : { 'service.name': text(env, 'OTEL_SERVICE_NAME') }
}

function samplingOf(env: Environment): Sampling {
  const name = 'OTEL_TRACES_SAMPLER'
  const words = SAMPLERS.flatMap((kind) => [kind, `${PARENT_BASED}${kind}`])
  const given = oneOf(env, name, words)
  const followsParent = given.startsWith(PARENT_BASED)
  const kind = SAMPLERS.find((sampler) => given.endsWith(sampler)) ?? 'always_on'
  const ratio = Number(text(env, 'OTEL_TRACES_SAMPLER_ARG'))
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigurationError('configuration.share', { name: 'OTEL_TRACES_SAMPLER_ARG' })
  }
  return { kind, followsParent, ratio }
}

function count(env: Environment, name: string): number {
  return integer(text(env, name), { name, least: 1, most: 1_000_000 })
}

function pairs(env: Environment, name: string): Readonly<Record<string, string>> {
  const entries = text(env, name).split(',')
  const given = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  return Object.fromEntries(given.map((entry) => pairOf(entry, name)))
}

function pairOf(entry: string, name: string): readonly [string, string] {
  const at = entry.indexOf('=')
  try {
    if (at > 0) return [entry.slice(0, at).trim(), decodeURIComponent(entry.slice(at + 1).trim())]
  } catch {
    // A lone percent sign is reported like any other mistake.
  }
  throw new ConfigurationError('configuration.pairs', { name })
}

function secrets(values: Readonly<Record<string, string>>): Readonly<Record<string, Secret>> {
  const entries = Object.entries(values)
  return Object.fromEntries(entries.map(([name, value]) => [name, new Secret(value)]))
}
