/** The official exporters, of which only the one is loaded that is wanted. */
import type { ExportResult } from '@opentelemetry/core'
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base'
import { AggregationTemporality, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { OtlpSending } from '../telemetry-settings'

type Protocol = OtlpSending['protocol']
type Load<Exporter> = (sending: OtlpSending, url: string) => Promise<Exporter>

const SPAN_EXPORTERS: Readonly<Record<Protocol, Load<SpanExporter>>> = {
  'http/protobuf': async (sending, url) => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
    return new OTLPTraceExporter(optionsOf(sending, url))
  },
  'http/json': async (sending, url) => {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
    return new OTLPTraceExporter(optionsOf(sending, url))
  },
}

const METRIC_EXPORTERS: Readonly<Record<Protocol, Load<PushMetricExporter>>> = {
  'http/protobuf': async (sending, url) => {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-proto')
    return new OTLPMetricExporter(optionsOf(sending, url))
  },
  'http/json': async (sending, url) => {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http')
    return new OTLPMetricExporter(optionsOf(sending, url))
  },
}

export function spanExporter(sending: OtlpSending, url: string): Promise<SpanExporter> {
  return SPAN_EXPORTERS[sending.protocol](sending, url)
}

/** `onResult` gets the outcome of each export, since the reader of the SDK reports none. */
export async function metricExporter(
  sending: OtlpSending,
  url: string,
  onResult: (result: ExportResult) => void,
): Promise<PushMetricExporter> {
  const exporter = await METRIC_EXPORTERS[sending.protocol](sending, url)
  return {
    export: (metrics, done) =>
      exporter.export(metrics, (result) => {
        onResult(result)
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
    selectAggregationTemporality: (kind) =>
      exporter.selectAggregationTemporality?.(kind) ?? AggregationTemporality.CUMULATIVE,
  }
}

/** What is given here wins over what the exporters themselves read of the environment. */
function optionsOf({ headers, timeoutMs, compression }: OtlpSending, url: string) {
  const entries = Object.entries(headers)
  return {
    url,
    headers: Object.fromEntries(entries.map(([name, value]) => [name, value.reveal()])),
    timeoutMillis: timeoutMs,
    compression: COMPRESSIONS[compression],
  }
}

const COMPRESSIONS = { none: CompressionAlgorithm.NONE, gzip: CompressionAlgorithm.GZIP }
