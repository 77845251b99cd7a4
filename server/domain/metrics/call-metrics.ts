/** Calls and the attempts that they are made of. */
import type { Metric } from './metric'
import { both, quantile, rate, ratio, sumBy, top } from './promql'

const WAITS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const
const OVERHEADS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1] as const

export const CALL_METRICS = {
  gw_requests_total: {
    kind: 'counter',
    help: 'Settled calls, by the class of the HTTP status of the response.',
    labels: ['model', 'group', 'status'],
    few: ['status'],
    most: 1200,
    panels: [
      {
        row: 'Calls',
        title: 'Calls by status',
        unit: 'reqps',
        queries: [
          {
            expr: sumBy('status', rate('gw_requests_total')),
            legend: '{{status}}',
          },
        ],
      },
      {
        row: 'Calls',
        title: 'Calls by model',
        unit: 'reqps',
        queries: [
          {
            expr: top(sumBy('model', rate('gw_requests_total'))),
            legend: '{{model}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwCallsFail',
        expr: both(
          ratio(
            sumBy('', rate('gw_requests_total{status="5xx"}', '5m')),
            sumBy('', rate('gw_requests_total', '5m')),
          ),
          '>',
          '0.05',
        ),
        for: '2m',
        severity: 'critical',
        summary: '{{ $value | humanizePercentage }} of the calls end in a server error',
      },
    ],
  },
  gw_request_seconds: {
    kind: 'histogram',
    help: 'Duration of a call, from its start until it is billed.',
    labels: ['stream'],
    few: ['stream'],
    buckets: [...WAITS, 120, 300],
    panels: [
      {
        row: 'Calls',
        title: 'Duration (p50, p95)',
        unit: 's',
        queries: [
          {
            expr: quantile(0.5, 'gw_request_seconds'),
            legend: 'p50',
          },
          {
            expr: quantile(0.95, 'gw_request_seconds'),
            legend: 'p95',
          },
        ],
      },
    ],
  },
  gw_first_byte_seconds: {
    kind: 'histogram',
    help: 'Time to the first byte of a streamed response.',
    labels: ['model'],
    most: 100,
    buckets: WAITS,
    panels: [
      {
        row: 'Calls',
        title: 'Time to first byte (p95)',
        unit: 's',
        queries: [
          {
            expr: top(quantile(0.95, 'gw_first_byte_seconds', { by: 'model' })),
            legend: '{{model}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwFirstByteSlow',
        expr: both(
          `${quantile(0.95, 'gw_first_byte_seconds', { by: 'model', range: '10m' })} > 30`,
          'and on (model)',
          `${sumBy('model', rate('gw_first_byte_seconds_count', '10m'))} > 0.02`,
        ),
        for: '5m',
        severity: 'warning',
        summary: 'Streams of {{ $labels.model }} begin after {{ $value | humanizeDuration }} (p95)',
      },
    ],
  },
  gw_overhead_seconds: {
    kind: 'histogram',
    help: "The gateway's own share of a call, until its response begins.",
    labels: ['stream'],
    few: ['stream'],
    buckets: OVERHEADS,
    panels: [
      {
        row: 'Gateway',
        title: 'Overhead (p50, p99)',
        unit: 's',
        queries: [
          {
            expr: quantile(0.5, 'gw_overhead_seconds'),
            legend: 'p50',
          },
          {
            expr: quantile(0.99, 'gw_overhead_seconds'),
            legend: 'p99',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwOverheadHigh',
        expr: `${quantile(0.99, 'gw_overhead_seconds', { range: '5m' })} > 0.2`,
        for: '5m',
        severity: 'warning',
        summary: 'The gateway itself takes {{ $value | humanizeDuration }} of a call (p99)',
      },
    ],
  },
  gw_errors_total: {
    kind: 'counter',
    help: 'Requests of clients that were answered with an error, whatever the reason.',
    labels: ['reason'],
    most: 250,
    panels: [
      {
        row: 'Calls',
        title: 'Errors by reason',
        unit: 'reqps',
        queries: [
          {
            expr: top(sumBy('reason', rate('gw_errors_total'))),
            legend: '{{reason}}',
          },
        ],
      },
      {
        row: 'Calls',
        title: 'Refused by limits and balances',
        unit: 'reqps',
        queries: [
          {
            expr: sumBy('reason', rate('gw_errors_total{reason=~"(limit|quota)[.].*|overloaded"}')),
            legend: '{{reason}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwOverloaded',
        expr: `${sumBy('', rate('gw_errors_total{reason="overloaded"}', '5m'))} > 0`,
        for: '2m',
        severity: 'critical',
        summary: 'The gateway refuses calls because too much is going on at once',
      },
    ],
  },
  gw_attempts_total: {
    kind: 'counter',
    help: 'Requests to upstreams, by the class of the HTTP status; none if there was no response.',
    labels: ['channel', 'name', 'status'],
    few: ['status'],
    most: 800,
    panels: [
      {
        row: 'Upstreams',
        title: 'Attempts by channel',
        unit: 'reqps',
        queries: [
          {
            expr: top(sumBy('name', rate('gw_attempts_total'))),
            legend: '{{name}}',
          },
        ],
      },
      {
        row: 'Upstreams',
        title: 'Failed share by channel',
        unit: 'percentunit',
        queries: [
          {
            expr: top(
              ratio(
                sumBy('name', rate('gw_attempts_total{status!="2xx"}')),
                sumBy('name', rate('gw_attempts_total')),
              ),
            ),
            legend: '{{name}}',
          },
        ],
      },
    ],
    alerts: [
      {
        name: 'GwChannelFails',
        expr: both(
          ratio(
            sumBy('channel, name', rate('gw_attempts_total{status=~"5xx|none"}', '5m')),
            sumBy('channel, name', rate('gw_attempts_total', '5m')),
          ),
          '>',
          '0.5',
        ),
        for: '2m',
        severity: 'warning',
        summary:
          '{{ $value | humanizePercentage }} of the attempts fail at channel {{ $labels.name }}',
      },
    ],
  },
  gw_attempt_seconds: {
    kind: 'histogram',
    help: 'Time until an upstream has answered, or has begun to stream.',
    labels: ['channel', 'name'],
    most: 200,
    buckets: WAITS,
    panels: [
      {
        row: 'Upstreams',
        title: 'Time of an attempt (p95)',
        unit: 's',
        queries: [
          {
            expr: top(quantile(0.95, 'gw_attempt_seconds', { by: 'name' })),
            legend: '{{name}}',
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, Metric>
