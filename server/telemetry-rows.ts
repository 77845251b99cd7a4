/** Variables of OpenTelemetry that this program reads, under the names every SDK gives them. */
export const TELEMETRY_ROWS = [
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '',
    meaning:
      'collector that takes traces and metrics (OTLP over HTTP, e.g. http://127.0.0.1:4318); ' +
      'empty for no telemetry',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    default: '',
    meaning: 'full address for traces, where it is another one',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
    default: '',
    meaning: 'full address for metrics, where it is another one',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    default: '',
    meaning: 'headers for the collector: NAME=VALUE, comma separated, values URL encoded',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    default: 'http/protobuf',
    meaning: 'http/protobuf or http/json',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_TIMEOUT',
    default: '10000',
    meaning: 'how long the collector may take for a batch, retries included, in milliseconds',
  },
  { name: 'OTEL_EXPORTER_OTLP_COMPRESSION', default: 'none', meaning: 'none or gzip' },
  { name: 'OTEL_TRACES_EXPORTER', default: 'otlp', meaning: 'none sends no traces' },
  { name: 'OTEL_METRICS_EXPORTER', default: 'otlp', meaning: 'none sends no metrics' },
  { name: 'OTEL_SERVICE_NAME', default: 'gw', meaning: 'service.name of what is sent' },
  {
    name: 'OTEL_RESOURCE_ATTRIBUTES',
    default: '',
    meaning: 'further resource attributes: KEY=VALUE, comma separated, values URL encoded',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    meaning: 'always_on, always_off or traceidratio, each also with parentbased_ in front',
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'share of calls for traceidratio, from 0 to 1',
  },
  {
    name: 'OTEL_PROPAGATORS',
    default: 'tracecontext',
    meaning: 'none reads no traceparent and sends none to upstreams',
  },
  {
    name: 'OTEL_BSP_MAX_QUEUE_SIZE',
    default: '2048',
    meaning: 'spans that wait for the collector; later ones are dropped and counted',
  },
  {
    name: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
    default: '512',
    meaning: 'most spans in one request to the collector',
  },
  {
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    default: '5000',
    meaning: 'longest wait of a span for a full batch, in milliseconds',
  },
  {
    name: 'OTEL_METRIC_EXPORT_INTERVAL',
    default: '60000',
    meaning: 'milliseconds between two sendings of metrics',
  },
  { name: 'OTEL_SDK_DISABLED', default: 'false', meaning: 'true turns telemetry off' },
]
